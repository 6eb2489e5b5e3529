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
import { TO_PERSONS, TO_RECORDS } from "~/models/whole/parts.server";
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
  for (const { name, column, answers } of TO_PERSONS) {
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
  for (const { name, table, column } of TO_PERSONS) {
    if (!table.key?.includes(column) || ["listing", "websiteHosts", "searchTexts"].includes(name)) continue;
    if (column !== "expertRowId") continue;
    const of = (person: PersonFixture) => sql`${sql.table(name)} where "expertRowId" = ${person.rowId}`;
    await sql`delete from ${of(kept)}`.execute(db);
    const { rows } = await sql<object>`select * from ${of(other)}`.execute(db);
    for (const row of rows)
      await db
        .insertInto(name as "users")
        .values({ ...row, expertRowId: kept.rowId } as never)
        .execute();
  }
}

test("reliability 47 a merge leaves only the rows with the trashed profile that a part keeps, also if both profiles have equal rows", async () => {
  for (const alike of [false, true]) {
    const [kept, other] = [await addPerson(`Kept Lepton ${alike}`), await addPerson(`Other Lepton ${alike}`)];
    for (const person of [kept, other]) await addRowsAbout(person);
    if (alike) await addTwins(kept, other);
    const before = { kept: await countRows(kept), other: await countRows(other) };
    await mergeExperts(admin, kept.id, { other: other.id, choices: {} });
    const after = { kept: await countRows(kept), other: await countRows(other) };
    const wrong = TO_PERSONS.flatMap(({ name, column, answers: { merge } }) => {
      const place = `${name}.${column}`;
      const [had, has] = [before.other[place] ?? 0, after.other[place] ?? 0];
      const isKept = typeof merge === "string" && merge.startsWith("stays: ");
      if (isKept ? has < had : has > 0) return `${place} of the other: ${had} -> ${has}`;
      const [ownRows, all] = [before.kept[place] ?? 0, after.kept[place] ?? 0];
      // Skips rows that the profile does not show.
      const isMade = merge === "goes" || name === "linkChecks";
      if (!isKept && !isMade && all < ownRows) return `${place} of the kept one: ${ownRows} -> ${all}`;
      return merge === "moves" && all !== ownRows + had ? `${place}: ${ownRows} + ${had} -> ${all}` : [];
    });
    expect(wrong, String(alike)).toEqual([]);
  }
});

test("reliability 47 the trash keeps rows unchanged, or recreates them when the profile is restored", async () => {
  const person = await addPerson("Trashed Muon");
  await addRowsAbout(person);
  const before = await countRows(person);
  await trashExpert(admin, person.id);
  const hidden = await countRows(person);
  await restoreExpert(admin, person.id);
  const restored = await countRows(person);
  // Ignores the records of the deletion and the restoration.
  const more = ["expertRevisions.expertRowId", "auditLog.subjectId"];
  const wrong = TO_PERSONS.flatMap(({ name, column, answers: { trash } }) => {
    const place = `${name}.${column}`;
    if (more.includes(place)) return [];
    const [was, now, then] = [before[place], hidden[place], restored[place]];
    if (typeof trash === "object") return now === 0 ? [] : `${place} is still there`;
    return was === now && was === then ? [] : `${place}: ${was} -> ${now} -> ${then}`;
  });
  expect(wrong).toEqual([]);
  expect([before["listing.expertRowId"], restored["listing.expertRowId"]].every(Boolean)).toBe(true);
});

/** Counts the rows that point to a record, and all rows, by column. */
async function countsIn(
  columns: Pick<LinkColumn, "name" | "column">[],
  value: (leading: LinkColumn) => number | string,
) {
  const counts: Record<string, { led: number; all: number }> = {};
  for (const leading of columns as LinkColumn[]) {
    const { name, column } = leading;
    const sums = sql<{ led: number; all: number }>`
      select count(*) as "all", count(case when ${sql.ref(column)} = ${value(leading)} then 1 end) as "led" from ${sql.table(name)}`;
    const row = (await sums.execute(db)).rows[0];
    counts[`${name}.${column}`] = { led: Number(row?.led), all: Number(row?.all) };
  }
  return counts;
}

type Counts = Awaited<ReturnType<typeof countsIn>>;

/** Describes each column whose rows are not what their part says after the deletion of a record. */
function describeWrongRows(columns: LinkColumn[], before: Counts, after: Counts): string[] {
  return columns.flatMap(({ name, column, answers: { end } }) => {
    const place = `${name}.${column}`;
    const [was, is] = [before[place], after[place]];
    if (!was?.led && typeof end === "string" && name !== "removals") return [];
    if (typeof end === "string" && end.startsWith("stays: "))
      return is && was && is.led >= was.led ? [] : `${place} does not stay`;
    if (is?.led !== 0) return `${place} still leads to the record`;
    return end === "unlinked" && is.all !== was?.all ? `${place} was deleted` : [];
  });
}

test("reliability 47 deleting a record for good deletes, keeps or unlinks rows as their parts say", async () => {
  const person = await addPerson("Purged Gluon");
  await addRowsAbout(person);
  const persons = () => countsIn(TO_PERSONS, ({ answers: { by } }) => (by === "id" ? person.id : person.rowId));
  await trashExpert(admin, person.id);
  const before = await persons();
  await purgeExpert(admin, person.id);
  expect(describeWrongRows(TO_PERSONS, before, await persons())).toEqual([]);
  expect(TO_PERSONS.filter(({ name, column }) => before[`${name}.${column}`]?.led).length).toBeGreaterThan(25);

  const { rowId, id } = await db
    .selectFrom("articles")
    .select(["rowId", "id"])
    .where("expertName", "=", person.name)
    .executeTakeFirstOrThrow();
  const articles = () => countsIn(TO_RECORDS, ({ answers: { by } }) => (by === "id" ? id : rowId));
  const led = await articles();
  await purgeArticle(admin, id);
  expect(describeWrongRows(TO_RECORDS, led, await articles())).toEqual([]);
});

test.each(["with the merge", "before merges moved it"])(
  "47 a removal request applies to the merged profile: moved %s",
  async (when) => {
    const [kept, other] = [await addPerson(`Kept Tauon ${when}`), await addPerson(`Other Tauon ${when}`)];
    const id = `wish ${when}`;
    const at = "2026-01-02T00:00:00.000Z";
    const nothing = {
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
        ...nothing,
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
    if (when !== "with the merge") await request.execute();
    const decided = await decideRequest(admin, id, { decision: "remove" }, { linkOrigin: "https://site.example" });
    expect(decided.status).toBe("removed");
    const remaining = db.selectFrom("experts").select("name").where("rowId", "in", [kept.rowId, other.rowId]);
    expect(await remaining.execute()).toEqual([]);
    for (const { slug } of [kept, other])
      await expect(expertForAdmin(admin, slug)).rejects.toMatchObject({
        problem: expect.stringMatching(/gone|missing/),
      });
  },
);
