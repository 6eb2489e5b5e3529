import { afterEach, beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { newId } from "~/models/base/input/ids.server";
import type { Save } from "~/models/base/input/save-order";
import { NO_FIELDS, type SubmissionFields } from "~/models/records/experts/submission-fields";
import { member } from "../../../../test/support/members";
import { suggestion } from "../../../../test/support/people";
import { type DraftOwner, findDraft, saveDraft, tidyDrafts } from "./drafts.server";
import { submitExpert } from "./submissions.server";

beforeAll(async () => {
  await migrate(db);
});

afterEach(async () => {
  await db.deleteFrom("drafts").execute();
});

const typed = (name: string, changes: Partial<SubmissionFields> = {}): SubmissionFields => ({
  ...NO_FIELDS,
  name,
  referenceLinks: ["https://typed.example/"],
  ...changes,
});
const browser = (letter: string) => letter.repeat(64);
const visitor: DraftOwner = { browser: browser("a"), userId: null };
let places = 0;
const save = (
  id: string,
  fields: SubmissionFields,
  owner: DraftOwner & Partial<Save>,
  address = `198.51.100.${++places % 250}`,
) => saveDraft(id, fields, { ...owner, address });
const drafts = () => db.selectFrom("drafts").selectAll().execute();

test("D37 what a visitor typed is found again in that browser, and in no other", async () => {
  const id = newId();
  await save(id, typed("First"), visitor);
  await save(id, typed("Second", { newLink: "https://half" }), visitor);
  expect(await findDraft(visitor, "")).toEqual({ id, fields: typed("Second", { newLink: "https://half" }) });
  expect(await findDraft({ browser: browser("b"), userId: null }, "")).toBeNull();
  expect(await findDraft({ browser: null, userId: null }, "")).toBeNull();
});

test("D37 an account's draft is written by nobody without a cookie or with another account", async () => {
  const [{ id: userId }, { id: otherId }] = [await member(), await member()];
  const id = newId();
  await save(id, typed("Account's"), { browser: null, userId });
  for (const owner of [
    { browser: null, userId: null },
    { browser: null, userId: otherId },
    { browser: browser("b"), userId: null },
  ])
    await save(id, typed("Somebody else's"), owner).catch(() => {});
  expect(await findDraft({ browser: null, userId }, "")).toEqual({ id, fields: typed("Account's") });
});

test("D37 a save that was overtaken on its way changes nothing; another opening of the form does", async () => {
  const id = newId();
  await save(id, typed("Last words"), { ...visitor, page: 1, save: 3 });
  await save(id, typed("Earlier"), { ...visitor, page: 1, save: 2 });
  expect(await findDraft(visitor, "")).toEqual({ id, fields: typed("Last words") });
  await save(id, typed("Later"), { ...visitor, page: 1, save: 4 });
  await save(id, typed("Reopened"), { ...visitor, page: 2, save: 1 });
  expect(await findDraft(visitor, "")).toEqual({ id, fields: typed("Reopened") });
});

test("D37 of visitors' drafts the newest stay, of accounts all", async () => {
  const { id: userId } = await member();
  await save(newId(), typed("Account's"), { browser: null, userId });
  for (const name of ["One", "Two", "Three"]) await save(newId(), typed(name), visitor);
  await db
    .updateTable("drafts")
    .set({ updatedAt: new Date(Date.now() - 60_000).toISOString() })
    .where("fields", "like", "%One%")
    .execute();
  expect([await tidyDrafts(2), await tidyDrafts(2)]).toEqual([1, 0]);
  expect((await drafts()).map(({ fields }) => JSON.parse(fields).name).sort()).toEqual(["Account's", "Three", "Two"]);
});

test("D37 after signing in, what the visitor typed is there, and once saved it is the account's on every device", async () => {
  const { id: userId } = await member();
  const signedIn = { ...visitor, userId };
  const id = newId();
  await save(id, typed("Before"), visitor);
  expect(await findDraft(signedIn, "")).toMatchObject({ id });

  await save(id, typed("After"), signedIn);
  expect(await findDraft({ browser: browser("c"), userId }, "")).toMatchObject({ fields: { name: "After" } });
  expect(await findDraft(visitor, ""), "signed out, on a computer that others use").toBeNull();
  expect(await findDraft({ ...visitor, userId: (await member()).id }, ""), "somebody else").toBeNull();
});

test("D37 a session that ended while typing loses nothing, whoever signs in next in that browser", async () => {
  const { id: userId } = await member();
  const id = newId();
  await save(id, typed("Signed in"), { ...visitor, userId });
  await save(id, typed("Session gone"), visitor);
  expect(await findDraft({ ...visitor, userId }, "")).toMatchObject({ fields: { name: "Session gone" } });
  expect(await findDraft({ ...visitor, userId: (await member()).id }, "")).toMatchObject({ id });
});

test("D37 nobody writes over the draft of another browser and account", async () => {
  const { id: userId } = await member();
  const id = newId();
  await save(id, typed("Mine"), { ...visitor, userId });
  await save(id, typed("Theirs"), { browser: browser("d"), userId: null });
  await save(id, typed("Theirs"), { browser: null, userId: (await member()).id });
  await save(id, NO_FIELDS, { browser: browser("d"), userId: null });
  expect(await findDraft({ browser: null, userId }, "")).toMatchObject({ fields: { name: "Mine" } });
  await save(id, typed("From another device"), { browser: browser("d"), userId });
  expect(await drafts()).toHaveLength(1);
});

test("D37 two windows keep a draft each; the newest comes first, then the other", async () => {
  const [first, second] = [newId(), newId()];
  await save(first, typed("One"), visitor);
  await save(second, typed("Other"), visitor);
  await db
    .updateTable("drafts")
    .set({ updatedAt: new Date(Date.now() - 1_000).toISOString() })
    .where("id", "=", second)
    .execute();
  expect(await findDraft(visitor, "")).toMatchObject({ id: first });
  await save(first, NO_FIELDS, visitor);
  expect(await findDraft(visitor, "")).toMatchObject({ id: second });
});

test("D38 a change to a profile and a new expert are different drafts", async () => {
  const [change, fresh] = [newId(), newId()];
  await save(change, typed("Known", { change: "known" }), visitor);
  await save(fresh, typed("New"), visitor);
  expect(await findDraft(visitor, "known")).toMatchObject({ id: change });
  expect(await findDraft(visitor, "")).toMatchObject({ id: fresh });
  expect(await findDraft(visitor, "other")).toBeNull();
});

test("D37 a blank form keeps nothing", async () => {
  const id = newId();
  await save(id, NO_FIELDS, visitor);
  expect(await drafts()).toEqual([]);
  await save(id, typed("Something"), visitor);
  await save(id, { ...NO_FIELDS }, visitor);
  expect(await drafts()).toEqual([]);
});

test("D37 saving that arrives after the submission brings nothing back, but somebody else's name is kept", async () => {
  const user = await member();
  const id = newId();
  await submitExpert(user, suggestion, { origin: "https://site.example", draftId: id });
  await save(id, typed(suggestion.name), visitor);
  expect(await drafts()).toEqual([]);
  await save(id, typed("Another Person"), visitor);
  expect(await drafts()).toHaveLength(1);
});

test.each(["", "short", "x".repeat(17), "../../etc/passwd", "ABCDEFGHIJKLMNOP", "'; DROP TABLE --x"])(
  "D37 only the form's own ids are taken: %j",
  async (id) => {
    await save(id, typed("Somebody"), visitor);
    expect(await drafts()).toEqual([]);
  },
);

test("D37 a browser without a cookie and an account keeps nothing; with an account it does", async () => {
  await save(newId(), typed("Nobody"), { browser: null, userId: null });
  expect(await drafts()).toEqual([]);
  const owner = { browser: null, userId: (await member()).id };
  await save(newId(), typed("Somebody"), owner);
  expect(await findDraft(owner, "")).toMatchObject({ fields: { name: "Somebody" } });
});

test("D37 what is full in every field is kept; more than 340,000 characters are refused, of visitors 100,000", async () => {
  const full = typed("x".repeat(200), { biography: '"'.repeat(100_000), longevityContribution: "€".repeat(10_000) });
  const owner = { browser: null, userId: (await member()).id };
  await save(newId(), full, owner);
  expect(await findDraft(owner, "")).toMatchObject({ fields: full });
  const tooLarge = { problem: "tooLarge" };
  await expect(save(newId(), typed("x".repeat(340_000)), owner)).rejects.toMatchObject(tooLarge);
  await save(newId(), typed("x".repeat(99_000)), visitor);
  await expect(save(newId(), typed("x".repeat(100_000)), visitor)).rejects.toMatchObject(tooLarge);
});

test("D37 one place begins 60 drafts an hour and then goes on with those it has", async () => {
  const ids = Array.from({ length: 60 }, newId);
  for (const id of ids) await save(id, typed("Somebody"), visitor, "192.0.2.7");
  await expect(save(newId(), typed("One more"), visitor, "192.0.2.7")).rejects.toMatchObject({ problem: "limited" });
  await save(ids[0] as string, typed("Changed"), visitor, "192.0.2.7");
  expect(await drafts()).toHaveLength(60);
});

test("D37 a draft is kept for 30 days after its last change", async () => {
  const day = 24 * 60 * 60 * 1_000;
  const age = (days: number) =>
    db
      .updateTable("drafts")
      .set({ updatedAt: new Date(Date.now() - days * day).toISOString() })
      .execute();
  await save(newId(), typed("Old"), visitor);
  await age(29.9);
  expect(await findDraft(visitor, "")).not.toBeNull();
  await age(30.1);
  expect(await findDraft(visitor, "")).toBeNull();
  await save(newId(), typed("New"), visitor);
  expect(
    (await drafts()).map(({ fields }) => JSON.parse(fields).name),
    "the old one is gone for good",
  ).toEqual(["New"]);
});

test("D37 sending a submission ends one's own draft only, whatever id it names", async () => {
  const [owner, stranger] = [await member(), await member()];
  const [ownersDraft, visitors] = [newId(), newId()];
  await save(ownersDraft, typed("Account"), { browser: null, userId: owner.id });
  await save(visitors, typed("Visitor"), visitor);
  for (const draftId of [ownersDraft, visitors]) {
    await submitExpert(
      stranger,
      { ...suggestion, name: `Of ${draftId}` },
      { origin: "", draftId, browser: browser("z") },
    );
  }
  expect(await drafts()).toHaveLength(2);
  await submitExpert(owner, { ...suggestion, name: "Own" }, { origin: "", draftId: ownersDraft });
  await submitExpert(
    owner,
    { ...suggestion, name: "Here" },
    { origin: "", draftId: visitors, browser: visitor.browser },
  );
  expect(await drafts()).toEqual([]);
});

test("all drafts of an account together have a bound, and what is kept stays", async () => {
  const owner = { browser: null, userId: (await member()).id };
  const long = typed("Long", { biography: "x".repeat(220_000) });
  const ids = Array.from({ length: 9 }, newId);
  for (const id of ids) await save(id, long, owner);
  await save(ids[0] as string, long, owner);
  await expect(save(newId(), long, owner)).rejects.toMatchObject({
    problem: "tooLarge",
    message: "There is no room for more unfinished submissions. Please send one of them first.",
  });
  expect(await drafts()).toHaveLength(9);
});

test("what one account has waiting for review has a bound", async () => {
  const user = await member();
  const send = (name: string) => submitExpert(user, { ...suggestion, name }, { origin: "" });
  await send("First");
  const record = JSON.stringify({ name: "x".repeat(4_000_000) });
  await db.updateTable("submissions").set({ record }).where("userId", "=", user.id).execute();
  await expect(send("Second")).rejects.toMatchObject({ problem: "conflict" });
  await db.updateTable("submissions").set({ status: "rejected" }).where("userId", "=", user.id).execute();
  await send("Second");
});
