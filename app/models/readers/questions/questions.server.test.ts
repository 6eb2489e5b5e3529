import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { downloadMyData } from "~/models/whole/transfer/my-data.server";
import { addMember } from "../../../../test/support/members";
import { questionsForProfile } from "./questions.server";

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

test("RC07 who holds a profile now sees none of the questions to its former holder", async () => {
  await importExperts([{ name: "Hilda Handed", slug: "hilda" }], { origin: "import" });
  const experts = db.selectFrom("experts").select("rowId").where("slug", "=", "hilda");
  const { rowId: expertRowId } = await experts.executeTakeFirstOrThrow();
  const [former, present] = [await addMember(), await addMember()];
  const at = "2026-01-01T00:00:00.000Z";
  const proof = { proof: "mail", requestId: null, page: "", isStrong: 1, evidence: "", tokenHash: null } as const;
  const times = { createdAt: at, expiresAt: at, claimedAt: at, confirmedAt: at, remindedAt: null };
  const none = { email: "reader@mail.example", purpose: "", createdAt: at, changedAt: at };
  for (const [user, status, name] of [
    [former, "ended", "Of the former"],
    [present, "confirmed", "Of the present"],
  ] as const) {
    const claim = { id: user.id, expertRowId, userId: user.id, status };
    await db
      .insertInto("claims")
      .values({ ...claim, ...proof, ...times })
      .execute();
    for (const status of ["open", "answered"] as const) {
      const question = { id: `${user.id}${status}`, expertRowId, userId: user.id, status, name, subject: name };
      await db
        .insertInto("questions")
        .values({ ...question, ...none })
        .execute();
    }
  }
  await expect(questionsForProfile(former, "hilda")).rejects.toMatchObject({ problem: "missing" });
  const { waiting, answered, latest } = await questionsForProfile(present, "hilda");
  expect([waiting, answered, ...latest.map(({ from }) => from)]).toEqual([1, 1, "Of the present", "Of the present"]);
});
