import { beforeAll, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { rememberText } from "~/models/records/provenance/handed-out.server";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { approveSubmission, rejectSubmission } from "./decide.server";
import { correctSubmission, ownSubmission, proposalsFor, withdrawSubmission } from "./own.server";
import { saveSubmission } from "./review-edit.server";
import { submitExpert } from "./submissions.server";

const origin = "https://site.example";
let submitter: UserRow;
let otherUser: UserRow;
let admin: Admin;

beforeAll(async () => {
  await migrate(db);
  submitter = await addMember({ email: "rosa-own@mail.example" });
  otherUser = await addMember({ email: "other-own@mail.example" });
  admin = asAdmin(await addMember({ firstName: "Ada", lastName: "Admin", role: "admin" }));
});

let count = 0;
async function suggest() {
  const input = { ...fullSubmission, name: `Own ${++count}`, referenceLinks: [`https://own-${count}.example/`] };
  const { id } = await submitExpert(submitter, input, { origin });
  return { id, input };
}

test("D33 only its owner can open, correct and withdraw a submission", async () => {
  const { id, input } = await suggest();
  const missingError = { problem: "missing" };
  await expect(ownSubmission(otherUser, id)).rejects.toMatchObject(missingError);
  await expect(correctSubmission(otherUser, id, input)).rejects.toMatchObject(missingError);
  await expect(withdrawSubmission(otherUser, id, {})).rejects.toMatchObject(missingError);
  const { updatedAt } = await ownSubmission(submitter, id);
  await correctSubmission(submitter, id, {
    ...input,
    title: "Professor of more",
    submitterReason: "Found more.",
    updatedAt,
  });
  expect(await ownSubmission(submitter, id)).toMatchObject({
    status: "pending",
    submitterReason: "Found more.",
    record: { title: "Professor of more" },
  });
  await expect(withdrawSubmission(submitter, id, { updatedAt })).rejects.toMatchObject({ problem: "conflict" });
  await withdrawSubmission(submitter, id, {});
  await expect(ownSubmission(submitter, id)).rejects.toMatchObject(missingError);
});

test("D33 a correction keeps what a reviewer added, and conflicts with an edit or a decision meanwhile", async () => {
  const { id, input } = await suggest();
  const { updatedAt } = await ownSubmission(submitter, id);
  await saveSubmission(admin, id, { books: ["A book|Own|https://www.amazon.com/dp/1"] }, { origin });
  await expect(correctSubmission(submitter, id, { ...input, updatedAt })).rejects.toMatchObject({
    problem: "conflict",
  });
  await correctSubmission(submitter, id, { ...input, title: "Dean" });
  expect((await ownSubmission(submitter, id)).record).toMatchObject({
    title: "Dean",
    books: [expect.stringContaining("A book")],
  });
  await approveSubmission(admin, id, {}, { linkOrigin: origin });
  for (const attempt of [() => correctSubmission(submitter, id, input), () => withdrawSubmission(submitter, id, {})])
    await expect(attempt()).rejects.toMatchObject({
      problem: "conflict",
      message: expect.stringContaining("approved"),
    });
});

test("D33 a model's text that an editor pastes into a correction counts as the model's", async () => {
  const text = "Rosa has measured how cells age since 2001.";
  const sentence = { field: "biography", text, paragraph: 0, heading: "", reason: "", evidence: null };
  const input = { ...fullSubmission, name: "Own by an editor", referenceLinks: ["https://own-editor.example/"] };
  const { id } = await submitExpert(admin, input, { origin });
  await rememberText(admin, input.name, [sentence], { provider: "p", model: "some/model" });
  await correctSubmission(admin, id, { ...input, biography: text });
  const notes = db.selectFrom("provenance").innerJoin("submissions", "submissions.rowId", "provenance.submissionRowId");
  expect(await notes.select(["field", "model"]).where("submissions.id", "=", id).execute()).toEqual([
    { field: "biography", model: "some/model" },
  ]);
});

test("D33 users see their own proposals for a profile, decided or not, and how many proposals of others wait", async () => {
  const { id, input } = await suggest();
  await approveSubmission(admin, id, {}, { linkOrigin: origin });
  const { rowId, slug } = await db
    .selectFrom("experts")
    .select(["rowId", "slug"])
    .where("name", "=", input.name)
    .executeTakeFirstOrThrow();
  const propose = (user: UserRow, title: string) => submitExpert(user, { ...input, title, change: slug }, { origin });
  const ownProposal = await propose(submitter, "Dean");
  const decidedProposal = await propose(otherUser, "Rector");
  await propose(otherUser, "President");
  const readProposals = async () => {
    const { proposals, othersWaiting } = await proposalsFor(submitter, rowId);
    return { own: proposals.map(({ id, fields, status }) => [id, fields, status]), othersWaiting };
  };
  expect(await readProposals()).toEqual({ own: [[ownProposal.id, "Title", "pending"]], othersWaiting: 2 });
  await rejectSubmission(admin, decidedProposal.id, {}, { linkOrigin: origin });
  await rejectSubmission(admin, ownProposal.id, {}, { linkOrigin: origin });
  expect(await readProposals()).toEqual({ own: [[ownProposal.id, "Title", "rejected"]], othersWaiting: 1 });
});
