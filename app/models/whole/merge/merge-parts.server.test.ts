/** Tests merging and the trash with every column of the schema that points to a person. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import type { LinkColumn } from "~/models/base/parts/trash.server";
import { purgeArticle } from "~/models/editing/articles/trash.server";
import { purgeExpert, restoreExpert, trashExpert } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { PERSON_COLUMNS, RECORD_COLUMNS } from "~/models/whole/parts.server";
import { decideRequest } from "~/models/whole/requests/decide.server";
import { addMember } from "../../../../test/support/members";
import { addRowsAbout, type PersonFixture } from "../../../../test/support/rows-about-person";
import { mergeExperts } from "./merge.server";

let admin: Admin;
let people = 0;

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
});

async function addPerson(name: string): Promise<PersonFixture> {
  people++;
  const slug = name.toLowerCase().replaceAll(" ", "-");
  await importExperts([{ name, slug, title: "Professor", categories: ["author"] }], { origin: "import" });
  const { rowId, id } = await expertForAdmin(admin, slug);
  return { name, slug, email: `${slug}@quark.example`, rowId, id, number: people };
}

type RowCounts = Record<string, number>;

/** Counts the rows that point to a person, by column. */
async function countRows({ rowId, id }: PersonFixture): Promise<RowCounts> {
  const rowCounts: RowCounts = {};
  for (const { name, column, answers } of PERSON_COLUMNS) {
    const value = answers.by === "id" ? id : rowId;
    const query = sql<{
      n: number;
    }>`select count(*) as "n" from ${sql.table(name)} where ${sql.ref(column)} = ${value}`;
    rowCounts[`${name}.${column}`] = Number((await query.execute(db)).rows[0]?.n);
  }
  return rowCounts;
}

/** Gives the merge's target rows with the same keys as the other person's. */
async function addTwins(kept: PersonFixture, other: PersonFixture): Promise<void> {
  for (const { name, table, column } of PERSON_COLUMNS) {
    if (!table.key?.includes(column) || ["listing", "websiteHosts", "searchTexts"].includes(name)) continue;
    if (column !== "expertRowId") continue;
    const rowsOf = (person: PersonFixture) => sql`${sql.table(name)} where "expertRowId" = ${person.rowId}`;
    await sql`delete from ${rowsOf(kept)}`.execute(db);
    const { rows } = await sql<object>`select * from ${rowsOf(other)}`.execute(db);
    for (const row of rows)
      await db
        .insertInto(name as "users")
        .values({ ...row, expertRowId: kept.rowId } as never)
        .execute();
  }
}

test("reliability 47 a merge leaves only the rows with the trashed profile that a part keeps, also if both profiles have equal rows", async () => {
  for (const hasTwins of [false, true]) {
    const [kept, other] = [await addPerson(`Kept Lepton ${hasTwins}`), await addPerson(`Other Lepton ${hasTwins}`)];
    for (const person of [kept, other]) await addRowsAbout(person);
    if (hasTwins) await addTwins(kept, other);
    const countsBefore = { kept: await countRows(kept), other: await countRows(other) };
    await mergeExperts(admin, kept.id, { other: other.id, choices: {} });
    const countsAfter = { kept: await countRows(kept), other: await countRows(other) };
    const wrongColumns = PERSON_COLUMNS.flatMap(({ name, column, answers: { merge } }) => {
      const place = `${name}.${column}`;
      const [countBefore, countAfter] = [countsBefore.other[place] ?? 0, countsAfter.other[place] ?? 0];
      const isKept = typeof merge === "string" && merge.startsWith("stays: ");
      if (isKept ? countAfter < countBefore : countAfter > 0)
        return `${place} of the other: ${countBefore} -> ${countAfter}`;
      const [ownCount, keptCount] = [countsBefore.kept[place] ?? 0, countsAfter.kept[place] ?? 0];
      // Skips rows that the profile does not show.
      const isMade = merge === "deleted" || name === "linkChecks";
      if (!isKept && !isMade && keptCount < ownCount) return `${place} of the kept one: ${ownCount} -> ${keptCount}`;
      return merge === "moved" && keptCount !== ownCount + countBefore
        ? `${place}: ${ownCount} + ${countBefore} -> ${keptCount}`
        : [];
    });
    expect(wrongColumns, String(hasTwins)).toEqual([]);
  }
});

test("reliability 47 the trash keeps rows unchanged, or recreates them when the profile is restored", async () => {
  const person = await addPerson("Trashed Muon");
  await addRowsAbout(person);
  const countsBefore = await countRows(person);
  await trashExpert(admin, person.id);
  const countsInTrash = await countRows(person);
  await restoreExpert(admin, person.id);
  const countsAfter = await countRows(person);
  // Ignores the records of the deletion and the restoration.
  const ignoredColumns = ["expertRevisions.expertRowId", "auditLog.subjectId"];
  const wrongColumns = PERSON_COLUMNS.flatMap(({ name, column, answers: { trash } }) => {
    const place = `${name}.${column}`;
    if (ignoredColumns.includes(place)) return [];
    const [countBefore, countInTrash, countAfter] = [countsBefore[place], countsInTrash[place], countsAfter[place]];
    if (typeof trash === "object") return countInTrash === 0 ? [] : `${place} is still there`;
    return countBefore === countInTrash && countBefore === countAfter
      ? []
      : `${place}: ${countBefore} -> ${countInTrash} -> ${countAfter}`;
  });
  expect(wrongColumns).toEqual([]);
  expect([countsBefore["listing.expertRowId"], countsAfter["listing.expertRowId"]].every(Boolean)).toBe(true);
});

/** Counts the rows that point to a record, and all rows, by column. */
async function countsIn(
  columns: Pick<LinkColumn, "name" | "column">[],
  value: (linkColumn: LinkColumn) => number | string,
) {
  const counts: Record<string, { linked: number; total: number }> = {};
  for (const linkColumn of columns as LinkColumn[]) {
    const { name, column } = linkColumn;
    const sums = sql<{ linked: number; total: number }>`
      select count(*) as "total", count(case when ${sql.ref(column)} = ${value(linkColumn)} then 1 end) as "linked" from ${sql.table(name)}`;
    const row = (await sums.execute(db)).rows[0];
    counts[`${name}.${column}`] = { linked: Number(row?.linked), total: Number(row?.total) };
  }
  return counts;
}

type Counts = Awaited<ReturnType<typeof countsIn>>;

/** Describes each column whose rows are not what their part says after the deletion of a record. */
function describeWrongRows(columns: LinkColumn[], before: Counts, after: Counts): string[] {
  return columns.flatMap(({ name, column, answers: { deletion } }) => {
    const place = `${name}.${column}`;
    const [countsBefore, countsAfter] = [before[place], after[place]];
    if (!countsBefore?.linked && typeof deletion === "string" && name !== "removals") return [];
    if (typeof deletion === "string" && deletion.startsWith("stays: "))
      return countsAfter && countsBefore && countsAfter.linked >= countsBefore.linked ? [] : `${place} does not stay`;
    if (countsAfter?.linked !== 0) return `${place} still leads to the record`;
    return deletion === "unlinked" && countsAfter.total !== countsBefore?.total ? `${place} was deleted` : [];
  });
}

test("reliability 47 deleting a record for good deletes, keeps or unlinks rows as their parts say", async () => {
  const person = await addPerson("Purged Gluon");
  await addRowsAbout(person);
  const countPersonRows = () =>
    countsIn(PERSON_COLUMNS, ({ answers: { by } }) => (by === "id" ? person.id : person.rowId));
  await trashExpert(admin, person.id);
  const personRowsBefore = await countPersonRows();
  await purgeExpert(admin, person.id);
  expect(describeWrongRows(PERSON_COLUMNS, personRowsBefore, await countPersonRows())).toEqual([]);
  expect(
    PERSON_COLUMNS.filter(({ name, column }) => personRowsBefore[`${name}.${column}`]?.linked).length,
  ).toBeGreaterThan(25);

  const { rowId, id } = await db
    .selectFrom("articles")
    .select(["rowId", "id"])
    .where("expertName", "=", person.name)
    .executeTakeFirstOrThrow();
  const countArticleRows = () => countsIn(RECORD_COLUMNS, ({ answers: { by } }) => (by === "id" ? id : rowId));
  const articleRowsBefore = await countArticleRows();
  await purgeArticle(admin, id);
  expect(describeWrongRows(RECORD_COLUMNS, articleRowsBefore, await countArticleRows())).toEqual([]);
});

test.each(["moved with the merge", "left at the other profile"])(
  "47 a removal request that was %s applies to the merged profile",
  async (origin) => {
    const [kept, other] = [await addPerson(`Kept Tauon ${origin}`), await addPerson(`Other Tauon ${origin}`)];
    const id = `wish ${origin}`;
    const at = "2026-01-02T00:00:00.000Z";
    const emptyFields = {
      field: "",
      says: "",
      should: "",
      source: "",
      message: "",
      notes: "",
      decidedAt: null,
      decidedBy: null,
    };
    await db
      .insertInto("requests")
      .values({
        ...emptyFields,
        id,
        tokenHash: id,
        kind: "removal",
        status: "open",
        expertRowId: other.rowId,
        email: "wish@mail.example",
        createdAt: at,
        confirmedAt: at,
        dueAt: at,
        answeredInMs: null,
        isPublic: 0,
      })
      .execute();
    await mergeExperts(admin, kept.id, { other: other.id, choices: {} });
    const request = db.updateTable("requests").set({ expertRowId: other.rowId }).where("id", "=", id);
    if (origin !== "moved with the merge") await request.execute();
    const decision = await decideRequest(admin, id, { decision: "remove" }, { linkOrigin: "https://site.example" });
    expect(decision.status).toBe("removed");
    const remainingExperts = db.selectFrom("experts").select("name").where("rowId", "in", [kept.rowId, other.rowId]);
    expect(await remainingExperts.execute()).toEqual([]);
    for (const { slug } of [kept, other])
      await expect(expertForAdmin(admin, slug)).rejects.toMatchObject({
        problem: expect.stringMatching(/gone|missing/),
      });
  },
);

test("every table that keeps the name of a person to whom it points gets the person's new name", () => {
  const named = PERSON_COLUMNS.filter(({ table: { texts = {} } }) => "expertName" in texts);
  expect(named.map(({ name }) => name).sort()).toEqual(["articles", "libraryContents", "libraryImages", "promotions"]);
  expect(named.filter(({ answers: { rename } }) => !rename)).toEqual([]);
});
