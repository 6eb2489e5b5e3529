import { beforeAll, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { member } from "../../../../test/support/members";
import { suggestion } from "../../../../test/support/people";
import { approveSubmission } from "./decide.server";
import { correctSubmission, ownSubmission, withdrawSubmission } from "./own.server";
import { saveSubmission } from "./review-edit.server";
import { submitExpert } from "./submissions.server";

const origin = "https://site.example";
let rosa: UserRow;
let otherUser: UserRow;
let ada: Admin;

beforeAll(async () => {
  await migrate(db);
  rosa = await member({ email: "rosa-own@mail.example" });
  otherUser = await member({ email: "other-own@mail.example" });
  ada = asAdmin(await member({ firstName: "Ada", lastName: "Admin", role: "admin" }));
});

let count = 0;
async function suggest() {
  const input = { ...suggestion, name: `Own ${++count}`, referenceLinks: [`https://own-${count}.example/`] };
  const { id } = await submitExpert(rosa, input, { origin });
  return { id, input };
}

test("D33 only its owner opens, corrects and withdraws a submission", async () => {
  const { id, input } = await suggest();
  const missing = { problem: "missing" };
  await expect(ownSubmission(otherUser, id)).rejects.toMatchObject(missing);
  await expect(correctSubmission(otherUser, id, input)).rejects.toMatchObject(missing);
  await expect(withdrawSubmission(otherUser, id, {})).rejects.toMatchObject(missing);
  const { updatedAt } = await ownSubmission(rosa, id);
  await correctSubmission(rosa, id, {
    ...input,
    title: "Professor of more",
    submitterReason: "Found more.",
    updatedAt,
  });
  expect(await ownSubmission(rosa, id)).toMatchObject({
    status: "pending",
    submitterReason: "Found more.",
    record: { title: "Professor of more" },
  });
  await expect(withdrawSubmission(rosa, id, { updatedAt })).rejects.toMatchObject({ problem: "conflict" });
  await withdrawSubmission(rosa, id, {});
  await expect(ownSubmission(rosa, id)).rejects.toMatchObject(missing);
});

test("D33 a correction keeps what a reviewer added, and conflicts with an edit or a decision meanwhile", async () => {
  const { id, input } = await suggest();
  const { updatedAt } = await ownSubmission(rosa, id);
  await saveSubmission(ada, id, { books: ["A book|Own|https://www.amazon.com/dp/1"] }, { origin });
  await expect(correctSubmission(rosa, id, { ...input, updatedAt })).rejects.toMatchObject({ problem: "conflict" });
  await correctSubmission(rosa, id, { ...input, title: "Dean" });
  expect((await ownSubmission(rosa, id)).record).toMatchObject({
    title: "Dean",
    books: [expect.stringContaining("A book")],
  });
  await approveSubmission(ada, id, {}, { linkOrigin: origin });
  for (const late of [() => correctSubmission(rosa, id, input), () => withdrawSubmission(rosa, id, {})])
    await expect(late()).rejects.toMatchObject({ problem: "conflict", message: expect.stringContaining("approved") });
});
