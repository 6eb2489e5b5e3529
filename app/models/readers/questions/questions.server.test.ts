import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { downloadMyData } from "~/models/whole/transfer/my-data.server";
import { addMember } from "../../../../test/support/members";

beforeAll(() => migrate(db));

test("AC10 RC07 the download of an account contains questions in the order of writing; questions to it only after they are confirmed", async () => {
  await importExperts([{ name: "Clara Claimed", slug: "clara" }], { origin: "import" });
  const { rowId: expertRowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  const at = "2026-01-01T00:00:00.000Z";
  const [person, reader, unproven] = [
    await addMember(),
    await addMember({ emailVerifiedAt: at }),
    await addMember({ emailVerifiedAt: null }),
  ];
  const rowIds: number[] = [];
  for (const [id, { email }, status] of [
    ["q1", reader, "answered"],
    ["q2", unproven, "open"],
    ["q3", reader, "unconfirmed"],
  ] as const) {
    const question = { id, email, status, name: id, purpose: "", subject: "A talk", createdAt: at, changedAt: at };
    const row = { ...question, expertRowId, userId: person.id };
    const { rowId } = await db.insertInto("questions").values(row).returning("rowId").executeTakeFirstOrThrow();
    rowIds.push(rowId);
  }
  for (const [index, author, text] of [
    [0, "asker", "first of q1"],
    [1, "asker", "first of q2"],
    [2, "asker", "first of q3"],
    [0, "expert", "second of q1"],
    [1, "expert", "second of q2"],
    [0, "asker", "third of q1"],
  ] as const)
    await db
      .insertInto("questionTexts")
      .values({ questionRowId: rowIds[index] as number, author, text, at })
      .execute();

  const texts = async (user: typeof person) => {
    let file = "";
    for await (const chunk of downloadMyData(user)) file += chunk;
    return (JSON.parse(file).questions as { text: string }[]).map(({ text }) => text);
  };
  expect(await texts(person)).toEqual(["first of q1", "first of q2", "second of q1", "second of q2", "third of q1"]);
  expect(await texts(reader)).toEqual(["first of q1", "first of q3", "second of q1", "third of q1"]);
  expect(await texts(unproven), "an unverified address proves nothing").toEqual([]);
});
