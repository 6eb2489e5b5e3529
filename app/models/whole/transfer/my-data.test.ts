/** Tests "Download my data" by the schema itself: the file has the promised data. */

import { beforeAll, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { removeUser } from "~/models/whole/accounts/delete-account.server";
import { ACCOUNT_COLUMNS, PARTS } from "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { addRowsAbout, allRows } from "../../../../test/support/rows-about-person";
import { downloadMyData } from "./my-data.server";

beforeAll(async () => {
  await migrate(db);
});

async function fileOf(user: UserRow): Promise<Record<string, unknown[]>> {
  let text = "";
  for await (const piece of downloadMyData(user)) text += piece;
  return JSON.parse(text);
}

test("AC10 the download has everything that is stored about its user and nothing about others, and the data goes with the account", async () => {
  const names = ["Wilhelmina Downloaded-Quark", "Stanislaw Other-Boson"];
  const people = [];
  for (const [index, name] of names.entries()) {
    const slug = name.toLowerCase().replaceAll(" ", "-");
    await importExperts([{ name, slug, title: "Professor", categories: ["author"] }], { origin: "import" });
    const experts = db.selectFrom("experts").select(["rowId", "id"]).where("slug", "=", slug);
    const ids = await experts.executeTakeFirstOrThrow();
    people.push({ name, slug, email: `${slug}@quark.example`, ...ids, number: index + 1 });
  }
  for (const person of people) {
    await addRowsAbout(person);
    const visit = { day: new Date().toISOString().slice(0, 10), kind: "profile" as const, subject: person.id };
    await db
      .insertInto("visits")
      .values({ ...visit, host: "", n: 7 })
      .execute();
    // Uses no foreign key, because entries stay when the account goes.
    const userId = db.selectFrom("users").select("id").where("email", "=", person.email);
    await db.updateTable("auditLog").set({ userId }).where("subjectName", "=", person.name).execute();
  }
  for (const { email } of people) {
    const { id } = await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    const entry = { at: "2026-01-01T00:00:00.000Z", userId: null, userName: "", action: "user disabled", address: "" };
    const subject = { subjectKind: "user" as const, subjectId: id, subjectName: email, detail: email };
    await db
      .insertInto("auditLog")
      .values({ ...entry, ...subject })
      .execute();
  }
  await db.updateTable("claims").set({ status: "confirmed" }).execute();
  await db
    .updateTable("requests")
    .set({ kind: "error" } as never)
    .execute();
  const users = await db.selectFrom("users").selectAll().where("email", "like", "%@quark.example").execute();
  const [ownUser, otherUser] = names.map((name) =>
    users.find((user) => user.email.startsWith(name.split(" ")[0]?.toLowerCase() ?? "?")),
  );
  const emptyLists = async (user: UserRow) => {
    const file = await fileOf(user);
    return PARTS.flatMap(({ mine = {} }) => Object.keys(mine)).filter((name) => file[name]?.length === 0);
  };
  expect(await emptyLists(ownUser as UserRow)).toEqual(["worksNotTheirs"]);
  await db
    .updateTable("requests")
    .set({ kind: "work" } as never)
    .execute();
  expect(await emptyLists(ownUser as UserRow)).toEqual(["reports"]);
  const text = JSON.stringify(await fileOf(ownUser as UserRow));
  for (const foreignText of [otherUser?.email, "Stanislaw"]) expect(text).not.toContain(foreignText);
  await expectNothingLeft(ownUser as UserRow, otherUser as UserRow);
  await expectNothingLeft(otherUser as UserRow, null);
});

test("AC10 reliability 48 an account whose address was not proven gets and deletes nothing that somebody else left under the address", async () => {
  const name = "Ottoline Unproven-Gluon";
  const slug = "ottoline-unproven-gluon";
  await importExperts([{ name, slug, title: "Professor", categories: ["author"] }], { origin: "import" });
  const experts = db.selectFrom("experts").select(["rowId", "id"]).where("slug", "=", slug);
  const email = `${slug}@gluon.example`;
  await addRowsAbout({
    name,
    slug,
    email: `holder@gluon.example`,
    number: 3,
    ...(await experts.executeTakeFirstOrThrow()),
  });
  const user = await addMember({ email, emailVerifiedAt: null });
  const fileBefore = await fileOf(user);
  for (const { name: table, column, answers } of ACCOUNT_COLUMNS)
    if (answers.by === "address")
      await db
        .updateTable(table)
        .set({ [column]: email } as never)
        .execute();
  const hasAddress = ({ table, row }: { table: string; row: object }) =>
    table !== "users" && Object.values(row).includes(email);
  const strangersRows = (await allRows()).filter(hasAddress);
  expect(strangersRows.length).toBeGreaterThan(3);

  expect(await fileOf(user)).toEqual(fileBefore);
  await db.transaction().execute((tx) => removeUser(tx, user.id));
  expect((await allRows()).filter(hasAddress)).toEqual(strangersRows);
});

/** Returns the tables and columns that have an account's id or address. */
async function placesOf({ id, email }: UserRow): Promise<string[]> {
  const places = (await allRows()).flatMap(({ table, row }) =>
    Object.keys(row)
      .filter((column) => [id, email].includes(String(row[column])))
      .map((column) => `${table}.${column}`),
  );
  return places.sort();
}

/** Columns that stay, so that actions can be accounted for. */
const STAYING_COLUMNS = ["auditLog.subjectId", "auditLog.userId"];

async function expectNothingLeft(user: UserRow, otherUser: UserRow | null, otherColumns: string[] = []): Promise<void> {
  const placesBefore = otherUser && (await placesOf(otherUser));
  expect((await placesOf(user)).length).toBeGreaterThan(12);
  await db.transaction().execute((tx) => removeUser(tx, user.id));
  expect(await placesOf(user)).toEqual([...STAYING_COLUMNS, ...otherColumns]);
  expect(otherUser && (await placesOf(otherUser))).toEqual(placesBefore);
}
