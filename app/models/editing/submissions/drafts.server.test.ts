import { afterEach, beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { newId } from "~/models/base/input/ids.server";
import type { Save } from "~/models/base/input/save-order";
import { NO_FIELDS, type SubmissionFields } from "~/models/records/experts/submission-fields";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { type DraftOwner, findDraft, saveDraft, tidyDrafts } from "./drafts.server";
import { submitExpert } from "./submissions.server";

beforeAll(async () => {
  await migrate(db);
});

afterEach(async () => {
  await db.deleteFrom("drafts").execute();
});

const formWith = (name: string, changes: Partial<SubmissionFields> = {}): SubmissionFields => ({
  ...NO_FIELDS,
  name,
  referenceLinks: ["https://typed.example/"],
  ...changes,
});
const browserKey = (letter: string) => letter.repeat(64);
const visitor: DraftOwner = { browser: browserKey("a"), userId: null };
let addresses = 0;
const save = (
  id: string,
  fields: SubmissionFields,
  owner: DraftOwner & Partial<Save>,
  address = `198.51.100.${++addresses % 250}`,
) => saveDraft(id, fields, { ...owner, address });
const readDrafts = () => db.selectFrom("drafts").selectAll().execute();

test("D37 a visitor's draft is found again in the same browser only", async () => {
  const id = newId();
  await save(id, formWith("First"), visitor);
  await save(id, formWith("Second", { newLink: "https://half" }), visitor);
  expect(await findDraft(visitor, "")).toEqual({ id, fields: formWith("Second", { newLink: "https://half" }) });
  expect(await findDraft({ browser: browserKey("b"), userId: null }, "")).toBeNull();
  expect(await findDraft({ browser: null, userId: null }, "")).toBeNull();
});

test("D37 nobody else can overwrite an account's draft, with or without a cookie", async () => {
  const [{ id: userId }, { id: otherId }] = [await addMember(), await addMember()];
  const id = newId();
  await save(id, formWith("Account's"), { browser: null, userId });
  for (const owner of [
    { browser: null, userId: null },
    { browser: null, userId: otherId },
    { browser: browserKey("b"), userId: null },
  ])
    await save(id, formWith("Somebody else's"), owner).catch(() => {});
  expect(await findDraft({ browser: null, userId }, "")).toEqual({ id, fields: formWith("Account's") });
});

test("D37 a save that arrives after a later save is ignored, but a save of a reopened form is not", async () => {
  const id = newId();
  await save(id, formWith("Last words"), { ...visitor, page: 1, save: 3 });
  await save(id, formWith("Earlier"), { ...visitor, page: 1, save: 2 });
  expect(await findDraft(visitor, "")).toEqual({ id, fields: formWith("Last words") });
  await save(id, formWith("Later"), { ...visitor, page: 1, save: 4 });
  await save(id, formWith("Reopened"), { ...visitor, page: 2, save: 1 });
  expect(await findDraft(visitor, "")).toEqual({ id, fields: formWith("Reopened") });
  await save(id, formWith("Typed again"), { ...visitor, page: 2, save: 3 });
  await save(id, NO_FIELDS, { ...visitor, page: 2, save: 2 });
  expect(await findDraft(visitor, "")).toEqual({ id, fields: formWith("Typed again") });
});

test("D37 only the newest drafts of visitors are kept, but all drafts of accounts", async () => {
  const { id: userId } = await addMember();
  await save(newId(), formWith("Account's"), { browser: null, userId });
  for (const name of ["One", "Two", "Three"]) await save(newId(), formWith(name), visitor);
  await db
    .updateTable("drafts")
    .set({ updatedAt: new Date(Date.now() - 60_000).toISOString() })
    .where("fields", "like", "%One%")
    .execute();
  expect([await tidyDrafts(2), await tidyDrafts(2)]).toEqual([1, 0]);
  expect((await readDrafts()).map(({ fields }) => JSON.parse(fields).name).sort()).toEqual([
    "Account's",
    "Three",
    "Two",
  ]);
});

test("D37 a visitor's draft is there after signing in, and once saved belongs to the account on every device", async () => {
  const { id: userId } = await addMember();
  const signedInOwner = { ...visitor, userId };
  const id = newId();
  await save(id, formWith("Before"), visitor);
  expect(await findDraft(signedInOwner, "")).toMatchObject({ id });

  await save(id, formWith("After"), signedInOwner);
  expect(await findDraft({ browser: browserKey("c"), userId }, "")).toMatchObject({ fields: { name: "After" } });
  expect(await findDraft(visitor, ""), "signed out, on a computer that others use").toBeNull();
  expect(await findDraft({ ...visitor, userId: (await addMember()).id }, ""), "somebody else").toBeNull();
});

test("D37 nothing is lost if a session ends while typing, whoever signs in next in that browser", async () => {
  const { id: userId } = await addMember();
  const id = newId();
  await save(id, formWith("Signed in"), { ...visitor, userId });
  await save(id, formWith("Session gone"), visitor);
  expect(await findDraft({ ...visitor, userId }, "")).toMatchObject({ fields: { name: "Session gone" } });
  expect(await findDraft({ ...visitor, userId: (await addMember()).id }, "")).toMatchObject({ id });
});

test("D37 nothing is lost if a session ends on another device than the device on which the draft was begun", async () => {
  const { id: userId } = await addMember();
  const [id, deskOwner] = [newId(), { browser: browserKey("e"), userId: null }];
  await save(id, formWith("Begun on the phone"), { ...visitor, userId });
  await save(id, formWith("Continued at the desk"), { ...deskOwner, userId });
  await save(id, formWith("Session gone"), deskOwner);
  expect(await findDraft({ ...deskOwner, userId }, "")).toEqual({ id, fields: formWith("Session gone") });
});

test("D37 nobody overwrites the draft of another browser and account", async () => {
  const { id: userId } = await addMember();
  const id = newId();
  await save(id, formWith("Mine"), { ...visitor, userId });
  await save(id, formWith("Theirs"), { browser: browserKey("d"), userId: null });
  await save(id, formWith("Theirs"), { browser: null, userId: (await addMember()).id });
  await save(id, NO_FIELDS, { browser: browserKey("d"), userId: null });
  expect(await findDraft({ browser: null, userId }, "")).toMatchObject({ fields: { name: "Mine" } });
  await save(id, formWith("From another device"), { browser: browserKey("d"), userId });
  expect(await readDrafts()).toHaveLength(1);
});

test("D37 two windows have a draft each; the newest comes first, then the other", async () => {
  const [firstId, secondId] = [newId(), newId()];
  await save(firstId, formWith("One"), visitor);
  await save(secondId, formWith("Other"), visitor);
  await db
    .updateTable("drafts")
    .set({ updatedAt: new Date(Date.now() - 1_000).toISOString() })
    .where("id", "=", secondId)
    .execute();
  expect(await findDraft(visitor, "")).toMatchObject({ id: firstId });
  await save(firstId, NO_FIELDS, visitor);
  expect(await findDraft(visitor, "")).toMatchObject({ id: secondId });
});

test("D38 a change to a profile and a new expert are different drafts", async () => {
  const [changeDraftId, newDraftId] = [newId(), newId()];
  await save(changeDraftId, formWith("Known", { change: "known" }), visitor);
  await save(newDraftId, formWith("New"), visitor);
  expect(await findDraft(visitor, "known")).toMatchObject({ id: changeDraftId });
  expect(await findDraft(visitor, "")).toMatchObject({ id: newDraftId });
  expect(await findDraft(visitor, "other")).toBeNull();
  for (let number = 0; number < 12; number++) await save(newId(), formWith("Next", { change: `p${number}` }), visitor);
  expect(await findDraft(visitor, "known")).toMatchObject({ id: changeDraftId });
});

test("D37 a blank form stores no draft", async () => {
  const id = newId();
  await save(id, NO_FIELDS, visitor);
  expect(await readDrafts()).toEqual([]);
  await save(id, formWith("Something"), visitor);
  await save(id, { ...NO_FIELDS }, visitor);
  expect(await readDrafts()).toEqual([]);
});

test("D37 a save that arrives after the submission is ignored, unless it names another person", async () => {
  const user = await addMember();
  const id = newId();
  await submitExpert(user, fullSubmission, { origin: "https://site.example", draftId: id });
  await save(id, formWith(fullSubmission.name), visitor);
  expect(await readDrafts()).toEqual([]);
  await save(id, formWith("Another Person"), visitor);
  expect(await readDrafts()).toHaveLength(1);
});

test.each(["", "short", "x".repeat(17), "../../etc/passwd", "ABCDEFGHIJKLMNOP", "'; DROP TABLE --x"])(
  "D37 refuses an id that the form would not make: %j",
  async (id) => {
    await save(id, formWith("Somebody"), visitor);
    expect(await readDrafts()).toEqual([]);
  },
);

test("D37 stores no draft without a cookie, unless there is an account", async () => {
  await save(newId(), formWith("Nobody"), { browser: null, userId: null });
  expect(await readDrafts()).toEqual([]);
  const owner = { browser: null, userId: (await addMember()).id };
  await save(newId(), formWith("Somebody"), owner);
  expect(await findDraft(owner, "")).toMatchObject({ fields: { name: "Somebody" } });
});

test("D37 stores a form with all fields at their limits; refuses more than 340,000 characters, and more than 100,000 of visitors", async () => {
  const fullForm = formWith("x".repeat(200), {
    biography: '"'.repeat(100_000),
    longevityContribution: "€".repeat(10_000),
  });
  const owner = { browser: null, userId: (await addMember()).id };
  await save(newId(), fullForm, owner);
  expect(await findDraft(owner, "")).toMatchObject({ fields: fullForm });
  const tooLargeError = { problem: "tooLarge" };
  await expect(save(newId(), formWith("x".repeat(340_000)), owner)).rejects.toMatchObject(tooLargeError);
  await save(newId(), formWith("x".repeat(99_000)), visitor);
  await expect(save(newId(), formWith("x".repeat(100_000)), visitor)).rejects.toMatchObject(tooLargeError);
});

test("D37 one address can begin 60 drafts an hour, and after that only change these drafts", async () => {
  const ids = Array.from({ length: 60 }, newId);
  for (const id of ids) await save(id, formWith("Somebody"), visitor, "192.0.2.7");
  await expect(save(newId(), formWith("One more"), visitor, "192.0.2.7")).rejects.toMatchObject({ problem: "limited" });
  await save(ids[0] as string, formWith("Changed"), visitor, "192.0.2.7");
  expect(await readDrafts()).toHaveLength(60);
});

test("D37 a draft is kept for 30 days after its last change", async () => {
  const day = 24 * 60 * 60 * 1_000;
  const changeDaysAgo = (days: number) =>
    db
      .updateTable("drafts")
      .set({ updatedAt: new Date(Date.now() - days * day).toISOString() })
      .execute();
  await save(newId(), formWith("Old"), visitor);
  await changeDaysAgo(29.9);
  expect(await findDraft(visitor, "")).not.toBeNull();
  await changeDaysAgo(30.1);
  expect(await findDraft(visitor, "")).toBeNull();
  await save(newId(), formWith("New"), visitor);
  expect(
    (await readDrafts()).map(({ fields }) => JSON.parse(fields).name),
    "the old draft is deleted",
  ).toEqual(["New"]);
});

test("D37 sending a submission deletes only the sender's own draft, whatever id it names", async () => {
  const [owner, stranger] = [await addMember(), await addMember()];
  const [ownersDraftId, visitorsDraftId] = [newId(), newId()];
  await save(ownersDraftId, formWith("Account"), { browser: null, userId: owner.id });
  await save(visitorsDraftId, formWith("Visitor"), visitor);
  for (const draftId of [ownersDraftId, visitorsDraftId]) {
    await submitExpert(
      stranger,
      { ...fullSubmission, name: `Of ${draftId}` },
      { origin: "", draftId, browser: browserKey("z") },
    );
  }
  expect(await readDrafts()).toHaveLength(2);
  await submitExpert(owner, { ...fullSubmission, name: "Own" }, { origin: "", draftId: ownersDraftId });
  await submitExpert(
    owner,
    { ...fullSubmission, name: "Here" },
    { origin: "", draftId: visitorsDraftId, browser: visitor.browser },
  );
  expect(await readDrafts()).toEqual([]);
});

test("the drafts of an account are limited together, and stored drafts stay", async () => {
  const owner = { browser: null, userId: (await addMember()).id };
  const longForm = formWith("Long", { biography: "x".repeat(220_000) });
  const ids = Array.from({ length: 9 }, newId);
  for (const id of ids) await save(id, longForm, owner);
  await save(ids[0] as string, longForm, owner);
  await expect(save(newId(), longForm, owner)).rejects.toMatchObject({
    problem: "tooLarge",
    message: "There is no room for more unfinished submissions. Please send one of them first.",
  });
  expect(await readDrafts()).toHaveLength(9);
  // Drafts that are too old to be offered take no room.
  await db
    .updateTable("drafts")
    .set({ updatedAt: "2026-01-01T00:00:00.000Z" })
    .where("id", "=", ids[0] as string)
    .execute();
  await save(newId(), longForm, owner);
});

test("the waiting submissions of an account are limited together", async () => {
  const user = await addMember();
  const send = (name: string) => submitExpert(user, { ...fullSubmission, name }, { origin: "" });
  await send("First");
  const record = JSON.stringify({ name: "x".repeat(4_000_000) });
  await db.updateTable("submissions").set({ record }).where("userId", "=", user.id).execute();
  await expect(send("Second")).rejects.toMatchObject({ problem: "conflict" });
  await db.updateTable("submissions").set({ status: "rejected" }).where("userId", "=", user.id).execute();
  await send("Second");
});
