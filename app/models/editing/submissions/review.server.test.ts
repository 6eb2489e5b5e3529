import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import { purgeExpert, trashExpert } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { listingCounts } from "~/models/records/listings/listing.server";
import { publish } from "~/models/records/publish/publish.server";
import { deleteUser } from "~/models/whole/accounts/delete-account.server";
import "~/models/whole/parts.server";
import { addMember, withSession } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { decideMany } from "./bulk.server";
import { approveSubmission, EDITED_NOTE, rejectSubmission, saveAndApprove, saveAndReject } from "./decide.server";
import { correctSubmission, ownSubmission, submissionsOf } from "./own.server";
import {
  allSubmissions,
  neighboursOf,
  recentDecision,
  reviewList,
  reviewOf,
  type Status,
  submissionsPage,
} from "./review.server";
import { saveSubmission } from "./review-edit.server";
import { submitExpert } from "./submissions.server";
import { reopenSubmission, undoDecision } from "./undo.server";

const origins = { origin: "https://site.example", linkOrigin: "https://site.example" };
let user: UserRow;
let admin: RecentUser<Admin>;
let colleague: Admin;

beforeAll(async () => {
  await migrate(db);
  admin = await withSession(asAdmin(await addMember({ firstName: "Ada", lastName: "Admin", role: "admin" })));
  colleague = asAdmin(await addMember({ firstName: "Bob", lastName: "Boss", role: "admin" }));
});

const expert = {
  name: "Nils Known",
  slug: "nils-known",
  title: "Head of Knowledge",
  categories: ["author"],
  longevityContribution: "Is known.",
  biography: "Known early.",
  referenceLinks: ["His site|https://nils-known.example/"],
};

beforeEach(async () => {
  await importExperts([expert], { origin: "editor" });
});

afterEach(async () => {
  for (const table of ["submissions", "mails", "experts", "auditLog"] as const) await db.deleteFrom(table).execute();
});

let count = 0;
/** Submits a new person by a new user, so that no limit is reached; returns the id. */
async function suggest(changes: object = {}): Promise<string> {
  count++;
  user = await addMember({ firstName: "Rosa", lastName: "Reader", email: `rosa-${count}@mail.example` });
  const referenceLinks = [`https://person-${count}.example/`];
  const input = { ...fullSubmission, name: `Review Person ${count}`, referenceLinks, ...changes };
  return (await submitExpert(user, input, { origin: "https://site.example" })).id;
}

const suggestChange = (changes: object) => suggest({ ...expert, ...changes, change: "nils-known" });
const readStored = (id: string) =>
  db.selectFrom("submissions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const readMails = () => db.selectFrom("mails").selectAll().where("kind", "!=", "submissionReceived").execute();
const auditActions = async () =>
  (await db.selectFrom("auditLog").select(["action", "userName"]).orderBy("rowId").execute()).map(
    ({ action }) => action,
  );
const pendingPage = (search: string, status: Status = "pending") =>
  submissionsPage(admin, { search, status, page: 1, limit: 10 });
const namesOf = ({ submissions }: { submissions: { name: string }[] }) => submissions.map(({ name }) => name);

describe("the list", () => {
  test("MO01 MO07 shows waiting submissions, oldest first, in pages of ten, with totals even past the end", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 23; i++) ids.push(await suggest());
    await rejectSubmission(admin, ids[5] as string, {}, origins);
    const waitingIds = ids.filter((_, index) => index !== 5);
    const pages = [];
    for (const page of [1, 2, 3, 4])
      pages.push(await submissionsPage(admin, { search: "", status: "pending", page, limit: 10 }));
    expect(pages.flatMap(({ submissions }) => submissions.map(({ id }) => id))).toEqual(waitingIds);
    expect(pages.map(({ total, totalPages }) => [total, totalPages])).toEqual(Array(4).fill([22, 3]));
    const shownPage = await reviewList(admin, { search: "", status: "pending", page: 9, limit: 10 });
    expect(shownPage.currentPage).toBe(3);
    expect(shownPage.counts).toEqual({ pending: 22, approved: 0, rejected: 1 });
    await rejectSubmission(admin, ids[2] as string, {}, origins);
    const decidedSubmissions = (await pendingPage("", "rejected")).submissions;
    expect(decidedSubmissions.map(({ id }) => id)).toEqual([ids[5], ids[2]]);
  });

  test("D35 searches name, title, submitter's name and email, ignoring accents and case", async () => {
    await suggest({ name: "Bjørn Łukasz Äxample", title: "Professor of Ühren" });
    await suggest({ name: "Somebody Else" });
    for (const search of [
      "bjorn",
      "Bjørn",
      "LUKASZ",
      "axam",
      "uhren bj",
      "rosa",
      "Reader bjorn",
      "mail.example lukasz",
      "rosa",
    ])
      expect(namesOf(await pendingPage(search)), search).toContain("Bjørn Łukasz Äxample");
    expect(namesOf(await pendingPage("bjorn"))).toHaveLength(1);
    expect(namesOf(await pendingPage("missing"))).toEqual([]);
    for (const search of ['"', "*", "status : pending", "a AND", "' OR 1=1", "-", "NEAR(", "\u0000", "pending"])
      expect((await pendingPage(search)).submissions.length, search).toBeLessThanOrEqual(0);
  });

  test("D32 D35 the search follows a decision, an edit and the deletion of an account", async () => {
    const leavingUser = await addMember({ firstName: "Lea", lastName: "Leaving" });
    const { id } = await submitExpert(leavingUser, { ...fullSubmission, name: "Search Follows" }, { origin: "x" });
    await saveSubmission(admin, id, { name: "Renamed Person" }, origins);
    expect(namesOf(await pendingPage("follows"))).toEqual([]);
    expect(namesOf(await pendingPage("renamed"))).toEqual(["Renamed Person"]);
    await rejectSubmission(admin, id, {}, origins);
    expect(namesOf(await pendingPage("renamed"))).toEqual([]);
    expect(namesOf(await pendingPage("leaving", "rejected"))).toEqual(["Renamed Person"]);
    await deleteUser(admin, { id: leavingUser.id });
    expect(namesOf(await pendingPage("leaving", "rejected"))).toEqual([]);
  });

  test("MO06 allSubmissions yields all of them, whatever their status", async () => {
    const ids = [await suggest(), await suggest(), await suggestChange({ title: "Else" })];
    await approveSubmission(admin, ids[0] as string, {}, origins);
    const submissions = [];
    for await (const batch of allSubmissions(admin)) submissions.push(...batch);
    expect(submissions.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(submissions[0]).toMatchObject({ changes: "nils-known", changedFields: ["title"], title: "Else", books: [] });
    expect(submissions[2]).toMatchObject({
      status: "approved",
      submitterEmail: expect.stringMatching(/^rosa-/),
      changes: null,
    });
  });

  test("D38 shows possible duplicates with their reason, without the submission itself", async () => {
    const id = await suggest({ name: "Dr. Nils Known" });
    const twinId = await suggest({ name: "Twin", referenceLinks: ["https://twin.example/"] });
    const otherId = await suggest({ name: "Other", referenceLinks: ["https://twin.example/about"] });
    expect((await reviewOf(admin, id)).duplicates).toMatchObject([
      { name: "Nils Known", href: "/nils-known", reason: "has the same name" },
    ]);
    expect((await reviewOf(admin, otherId)).duplicates).toMatchObject([
      { name: "Twin", href: `/admin/submissions/${twinId}`, reason: "has the same website, twin.example" },
    ]);
    const { submissions } = await reviewList(admin, { search: "", status: "pending", page: 1, limit: 10 });
    expect(submissions.map(({ duplicates }) => duplicates)).toEqual([1, 1, 1]);
  });

  test("MO01 a decision leads to the next waiting submission, and from the last to the first", async () => {
    const [firstId, secondId, thirdId] = [await suggest(), await suggest(), await suggest()];
    expect(await neighboursOf(admin, secondId)).toEqual({ next: thirdId, previous: firstId });
    expect(await neighboursOf(admin, thirdId)).toEqual({ next: firstId, previous: secondId });
    await approveSubmission(admin, secondId, {}, origins);
    expect(await neighboursOf(admin, secondId)).toEqual({ next: thirdId, previous: firstId });
    await approveSubmission(admin, thirdId, {}, origins);
    await approveSubmission(admin, firstId, {}, origins);
    expect(await neighboursOf(admin, firstId)).toEqual({ next: null, previous: null });
  });
});

describe("a decision", () => {
  test("MO05 approving publishes the expert at once, and mails the submitter later", async () => {
    const countsBefore = await listingCounts();
    const id = await suggest({ name: "Approved Person" });
    const decision = await approveSubmission(admin, id, { reviewNotes: "Fine.\r\nYes." }, origins);
    expect(decision).toEqual({ id, name: "Approved Person", status: "approved", slug: "approved-person" });
    expect(await findExpert("approved-person")).toMatchObject({
      title: fullSubmission.title,
      categories: fullSubmission.categories,
      biography: fullSubmission.biography,
      origin: "submission",
    });
    const counts = await listingCounts();
    expect([counts["*"], counts.academic]).toEqual([(countsBefore["*"] ?? 0) + 1, (countsBefore.academic ?? 0) + 1]);
    const row = await readStored(id);
    expect(row).toMatchObject({ status: "approved", reviewNotes: "Fine.\nYes.", reviewedBy: admin.id });
    expect(await auditActions()).toEqual(["submission approved"]);
    const [mail] = await readMails();
    expect(mail).toMatchObject({ kind: "submissionApproved", recipient: user.email, status: "queued" });
    expect(mail?.body).toContain("https://site.example/approved-person");
    expect(Date.parse(mail?.nextAttemptAt ?? "") - Date.parse(row.reviewedAt ?? "")).toBeGreaterThan(60_000);
  });

  test("MO05 MO09 rejecting publishes nobody, and mails the notes to the submitter", async () => {
    const id = await suggest({ name: "Rejected Person" });
    await rejectSubmission(admin, id, { reviewNotes: "Not enough sources." }, origins);
    await expect(findExpert("rejected-person")).rejects.toThrow(expect.objectContaining({ problem: "missing" }));
    expect(await readStored(id)).toMatchObject({
      status: "rejected",
      reviewNotes: "Not enough sources.",
      expertRowId: null,
    });
    expect((await readMails())[0]?.body).toContain("> Not enough sources.");
    expect(await auditActions()).toEqual(["submission rejected"]);
  });

  test("D31 a second decision of any kind is refused and changes nothing", async () => {
    const id = await suggest();
    await approveSubmission(admin, id, {}, origins);
    const row = await readStored(id);
    const decisions = [
      () => approveSubmission(colleague, id, {}, origins),
      () => rejectSubmission(colleague, id, { reviewNotes: "no" }, origins),
      () => saveAndApprove(colleague, id, { title: "x" }, origins),
      () => saveAndReject(colleague, id, { title: "x", reviewNotes: "no" }, origins),
      () => saveSubmission(colleague, id, { title: "x" }, origins),
    ];
    for (const decide of decisions) {
      const error = await decide().catch((error) => error);
      expect(error).toMatchObject({ problem: "conflict" });
      expect(error.message).toContain("was approved already by Ada Admin");
    }
    expect(await readStored(id)).toEqual(row);
    expect(await readMails()).toHaveLength(1);
    const names = await db.selectFrom("experts").select("name").where("name", "=", row.name).execute();
    expect(names).toHaveLength(1);
  });

  test("D31 accepts one of twenty simultaneous decisions", async () => {
    const id = await suggest();
    const decisions = Array.from({ length: 20 }, (_, index) =>
      index % 2 ? approveSubmission(admin, id, {}, origins) : rejectSubmission(colleague, id, {}, origins),
    );
    const results = await Promise.allSettled(decisions);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readMails()).toHaveLength(1);
    expect(await auditActions()).toHaveLength(1);
  });

  test("MO08 notes are limited to 5,000 characters", async () => {
    const id = await suggest();
    const error = await approveSubmission(admin, id, { reviewNotes: "x".repeat(5_001) }, origins).catch(
      (error) => error,
    );
    expect(error).toMatchObject({
      problem: "invalid",
      fieldErrors: { reviewNotes: "At most 5,000 characters fit here." },
    });
    for (const invalid of [{ reviewNotes: 7 }, { acceptedFields: "title" }, [], "x"])
      await expect(approveSubmission(admin, id, invalid, origins)).rejects.toMatchObject({ problem: "invalid" });
    await approveSubmission(admin, id, { reviewNotes: "x".repeat(5_000), status: "rejected", id: "other" }, origins);
    expect((await readStored(id)).status).toBe("approved");
  });

  test("D29 a decision on an older version gets a conflict that names who changed it", async () => {
    const id = await suggest();
    const { updatedAt } = (await reviewOf(admin, id)).submission;
    await saveSubmission(colleague, id, { title: "Bob's title" }, origins);
    for (const decide of [approveSubmission, rejectSubmission]) {
      const error = await decide(admin, id, { updatedAt }, origins).catch((error) => error);
      expect(error).toMatchObject({ problem: "conflict" });
      expect(error.message).toContain("Bob Boss changed this submission meanwhile");
    }
    await expect(saveSubmission(admin, id, { title: "Ada's", updatedAt }, origins)).rejects.toMatchObject({
      problem: "conflict",
    });
    expect((await readStored(id)).title).toBe("Bob's title");
    // A correction by the sender is not Bob's, who changed it before.
    await db.updateTable("auditLog").set({ at: "2020-01-01T00:00:00.000Z" }).execute();
    await correctSubmission(user, id, { ...(await ownSubmission(user, id)).record, title: "The sender's title" });
    await expect(rejectSubmission(admin, id, { updatedAt }, origins)).rejects.toThrow("Someone changed this");
  });
});

describe("a change to a profile", () => {
  test("MO05 only the accepted fields are published", async () => {
    const id = await suggestChange({ title: "New title", biography: "New biography." });
    expect((await reviewOf(admin, id)).fields).toMatchObject([
      { field: "title", present: "Head of Knowledge", published: "New title" },
      { field: "biography", present: "Known early.", published: "New biography." },
    ]);
    await approveSubmission(admin, id, { acceptedFields: ["title"] }, origins);
    expect(await findExpert("nils-known")).toMatchObject({ title: "New title", biography: "Known early." });
    const [entry] = await db.selectFrom("auditLog").select("detail").execute();
    expect(entry?.detail).toBe("approved: Title; not approved: Biography");
  });

  test("MO05 publishes all fields if none are chosen, and refuses an empty choice", async () => {
    const id = await suggestChange({ title: "New title", biography: "New biography." });
    for (const acceptedFields of [[], [""], ["name"]])
      await expect(approveSubmission(admin, id, { acceptedFields }, origins)).rejects.toMatchObject({
        problem: "invalid",
        message: "Accept at least one field, or reject the change.",
      });
    await expect(approveSubmission(admin, id, { acceptedFields: ["title", "height"] }, origins)).rejects.toMatchObject({
      problem: "invalid",
      message: "There is no such field.",
    });
    await approveSubmission(admin, id, {}, origins);
    expect(await findExpert("nils-known")).toMatchObject({ title: "New title", biography: "New biography." });
  });

  test("D29 refuses to overwrite a profile that somebody edited meanwhile", async () => {
    const id = await suggestChange({ title: "Suggested" });
    const { target } = await reviewOf(admin, id);
    const { changesExpertRowId: rowId } = await readStored(id);
    await db
      .transaction()
      .execute((tx) =>
        publish(tx, colleague, "experts", { rowId: rowId ?? undefined, record: { title: "Bob's" }, cause: "edited" }),
      );
    const error = await approveSubmission(admin, id, { expertUpdatedAt: target?.updatedAt }, origins).catch((e) => e);
    expect(error).toMatchObject({ problem: "conflict" });
    expect(error.message).toContain("Bob Boss changed Nils Known");
    expect((await findExpert("nils-known")).title).toBe("Bob's");
    expect((await readStored(id)).status).toBe("pending");
    expect(await readMails()).toEqual([]);
  });
});

describe("editing", () => {
  test("MO03 MO10 stores every field of a record, but not the submission's own data", async () => {
    const id = await suggest({ name: "Edited Person" });
    const editedSubmission = await saveSubmission(
      admin,
      id,
      {
        title: " New title ",
        books: ["One|Me|https://books.example/", " "],
        productUrl: "x",
        customGptUrl: "https://gpt.example/",
        status: "approved",
        submitterEmail: "x@y.example",
        slug: "admin",
        featured: true,
      },
      origins,
    );
    expect(editedSubmission).toMatchObject({
      name: "Edited Person",
      title: "New title",
      books: ["One|Me|https://books.example/"],
      customGptUrl: "https://gpt.example/",
      status: "pending",
      submitterEmail: user.email,
    });
    const { fields } = await reviewOf(admin, id);
    const titleField = fields.find(({ field }) => field === "title");
    expect(titleField).toMatchObject({ sent: fullSubmission.title, published: "New title", edited: true });
    expect(fields.find(({ field }) => field === "biography")?.edited).toBe(false);
    // A further edit keeps what the sender had sent.
    await saveSubmission(colleague, id, { title: "Newer title" }, origins);
    expect((await reviewOf(admin, id)).fields.find(({ field }) => field === "title")).toMatchObject({
      sent: fullSubmission.title,
      published: "Newer title",
      edited: true,
    });
    await approveSubmission(admin, id, {}, origins);
    expect(await findExpert("edited-person")).toMatchObject({
      featured: false,
      books: ["One|Me|https://books.example/"],
    });
  });

  test("MO10 refuses invalid values with the name of the field", async () => {
    const id = await suggest();
    for (const [field, value] of [
      ["name", " "],
      ["referenceLinks", ["javascript:alert(1)"]],
      ["books", ["1", "2", "3", "4"]],
      ["categories", ["astrologer"]],
      ["productButtonUrl", "javascript:alert(1)"],
      ["imageUrl", "data:text/html;base64,PHNjcmlwdD4="],
    ] as const) {
      const error = await saveSubmission(admin, id, { [field]: value }, origins).catch((error) => error);
      expect(Object.keys(error.fieldErrors ?? {}), field).toEqual([field]);
    }
    expect((await readStored(id)).sentRecord).toBeNull();
  });

  test("MO10 D16 stores an image in a data URL", async () => {
    const id = await suggest();
    const png =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const { imageUrl } = await saveSubmission(admin, id, { imageUrl: png }, origins);
    expect(imageUrl).toMatch(/^\/uploads\//);
  });

  test("MO04 saves and approves in one step, with a note of its own", async () => {
    const id = await suggest({ name: "Both Person" });
    await saveAndApprove(admin, id, { title: "Edited title" }, origins);
    expect(await findExpert("both-person")).toMatchObject({ title: "Edited title" });
    expect((await readStored(id)).reviewNotes).toBe(EDITED_NOTE);
    expect(await auditActions()).toEqual(["submission edited", "submission approved"]);
  });

  test("MO04 saves nothing if approving fails", async () => {
    const id = await suggestChange({ title: "Suggested" });
    const { changesExpertRowId } = await readStored(id);
    const row = await readStored(id);
    await db
      .updateTable("experts")
      .set({ deletedAt: new Date().toISOString() })
      .where("rowId", "=", changesExpertRowId)
      .execute();
    await expect(saveAndApprove(admin, id, { title: "Edited" }, origins)).rejects.toMatchObject({
      problem: "conflict",
    });
    expect(await readStored(id)).toEqual(row);
    expect(await auditActions()).toEqual([]);
  });
});

describe("Save & Reject", () => {
  test("MO02 MO09 stores the edited copy, uses it in the mail, and keeps it after Undo", async () => {
    const id = await suggest({ name: "Mistyped Person" });
    const input = { name: "Corrected Person", reviewNotes: "No sources yet." };
    expect(await saveAndReject(admin, id, input, origins)).toEqual({
      id,
      name: "Corrected Person",
      status: "rejected",
      slug: null,
    });
    expect(await readStored(id)).toMatchObject({ name: "Corrected Person", status: "rejected", expertRowId: null });
    const [mail, ...otherMails] = await readMails();
    expect(mail?.body).toContain("Corrected Person");
    expect(mail?.body).toContain("No sources yet.");
    expect(otherMails).toEqual([]);
    expect(await auditActions()).toEqual(["submission edited", "submission rejected"]);
    expect(await undoDecision(admin, id)).toEqual({ name: "Corrected Person", wasNotified: false });
    expect(await readStored(id)).toMatchObject({ name: "Corrected Person", status: "pending", reviewNotes: "" });
    expect(await readMails()).toEqual([]);
  });

  test("MO02 D29 D31 neither saves nor rejects if one of the two is refused", async () => {
    const id = await suggest();
    const storedBefore = await readStored(id);
    for (const [input, problem] of [
      [{ title: "Edited", customGptUrl: "nowhere", reviewNotes: "No." }, "invalid"],
      [{ title: "Edited", reviewNotes: "x".repeat(5_001) }, "invalid"],
      [{ title: "Edited", updatedAt: "2020-01-01T00:00:00.000Z", reviewNotes: "No." }, "conflict"],
    ] as const)
      await expect(saveAndReject(admin, id, input, origins)).rejects.toMatchObject({ problem });
    expect(await readStored(id)).toEqual(storedBefore);
    expect(await auditActions()).toEqual([]);
    expect(await readMails()).toEqual([]);
  });
});

describe("undo", () => {
  test("MO05 removes the approved expert and the mail, and the submission waits as before", async () => {
    const id = await suggest({ name: "Undone Person" });
    const storedBefore = await readStored(id);
    const counts = await listingCounts();
    await approveSubmission(admin, id, {}, origins);
    expect(await undoDecision(admin, id)).toEqual({ name: "Undone Person", wasNotified: false });
    const { updatedAt, ...row } = await readStored(id);
    expect(row).toEqual({ ...row, ...storedBefore, updatedAt: undefined });
    expect(updatedAt > storedBefore.updatedAt).toBe(true);
    await expect(findExpert("undone-person")).rejects.toThrow(expect.objectContaining({ problem: "missing" }));
    expect(await listingCounts()).toEqual(counts);
    expect(await readMails()).toEqual([]);
    expect(await auditActions()).toEqual(["submission approved", "decision undone"]);
    await approveSubmission(admin, id, {}, origins);
    expect((await findExpert("undone-person")).slug).toBe("undone-person");
    expect(await readMails()).toHaveLength(1);
  });

  test("MO05 reverts the accepted fields of a change", async () => {
    const id = await suggestChange({ title: "New title", biography: "New biography." });
    await approveSubmission(admin, id, { acceptedFields: ["title"] }, origins);
    await undoDecision(admin, id);
    expect(await findExpert("nils-known")).toMatchObject({ title: "Head of Knowledge", biography: "Known early." });
    expect((await reviewOf(admin, id)).fields.map(({ field }) => field)).toEqual(["title", "biography"]);
  });

  test("MO05 is refused after a minute, after the profile changed, and for a waiting submission", async () => {
    const id = await suggest();
    await expect(undoDecision(admin, id)).rejects.toMatchObject({ problem: "conflict" });
    await approveSubmission(admin, id, {}, origins);
    await expect(undoDecision(admin, id, { now: Date.now() + 61_000 })).rejects.toMatchObject({ problem: "conflict" });
    const { expertRowId: rowId } = await readStored(id);
    await db
      .transaction()
      .execute((tx) =>
        publish(tx, colleague, "experts", { rowId: rowId ?? undefined, record: { title: "Bob's" }, cause: "edited" }),
      );
    const error = await undoDecision(admin, id).catch((error) => error);
    expect(error.message).toContain("was changed since");
    expect((await readStored(id)).status).toBe("approved");
    expect(await readMails()).toHaveLength(1);
  });

  test("MO05 a refusal says what can be done instead", async () => {
    const laterTime = { now: Date.now() + 120_000 };
    const [rejectedId, approvedId, changeId] = [
      await suggest(),
      await suggest(),
      await suggestChange({ title: "New title" }),
    ];
    await rejectSubmission(admin, rejectedId, {}, origins);
    for (const id of [approvedId, changeId]) await approveSubmission(admin, id, {}, origins);
    for (const [id, advice] of [
      [rejectedId, "You can reopen it."],
      [approvedId, "The profile can be edited or deleted under Manage Experts."],
      [changeId, "The history of the profile can bring back what was there."],
    ] as const)
      await expect(undoDecision(admin, id, laterTime)).rejects.toMatchObject({
        problem: "conflict",
        message: `It is too late to undo this. ${advice}`,
      });
  });

  test("an old page undoes no later decision", async () => {
    const id = await suggest();
    await rejectSubmission(admin, id, {}, origins);
    const shown = (await recentDecision(admin, id)) ?? undefined;
    await undoDecision(admin, id, shown);
    await rejectSubmission(admin, id, {}, origins);
    await expect(undoDecision(admin, id, shown)).rejects.toThrow("undone or replaced meanwhile");
    const input = { decision: "undo", ids: [id], updatedAt: { [id]: shown?.updatedAt } };
    const { refused } = await decideMany(admin, input, origins);
    expect(refused).toMatchObject([{ id, message: expect.stringContaining("undone or replaced meanwhile") }]);
    expect((await readStored(id)).status).toBe("rejected");
    expect(await undoDecision(admin, id, (await recentDecision(admin, id)) ?? undefined)).toMatchObject({});
  });

  test("MO05 reports whether the mail was sent already", async () => {
    const id = await suggest();
    await rejectSubmission(admin, id, {}, origins);
    await db.updateTable("mails").set({ status: "sent" }).where("kind", "=", "submissionRejected").execute();
    expect(await undoDecision(admin, id)).toMatchObject({ wasNotified: true });
    expect((await readStored(id)).status).toBe("pending");
  });
});

describe("accepting a part of a change", () => {
  const ownSubmission = async () => (await submissionsOf(user, { page: 1, limit: 10 })).submissions[0];

  test("MO10 tells the submitter what was accepted, what was not, and the note", async () => {
    const id = await suggestChange({ title: "New title", biography: "New biography" });
    const decision = { acceptedFields: ["title"], reviewNotes: "No source for the biography." };
    await approveSubmission(admin, id, decision, origins);
    const [mail] = await readMails();
    expect(mail?.subject).toBe("Your submission was partly approved");
    expect(mail?.body).toContain("Approved: Title.\nNot approved: Biography.");
    expect(mail?.body).toContain("> No source for the biography.");
    expect(await ownSubmission()).toMatchObject({
      status: "approved",
      statusLabel: "partly approved",
      part: { taken: "Title", leftOut: "Biography" },
      reviewNotes: "No source for the biography.",
    });
    await undoDecision(admin, id);
    expect(await ownSubmission()).toMatchObject({ status: "pending", part: null });
  });

  test("MO10 sends the usual mail if the whole change was accepted", async () => {
    await approveSubmission(admin, await suggestChange({ title: "New title" }), { reviewNotes: "Kept here." }, origins);
    const [mail] = await readMails();
    expect(mail?.subject).toBe("Your submission is published");
    expect(mail?.body).not.toContain("Kept here.");
    expect(await ownSubmission()).toMatchObject({ statusLabel: "approved", part: null, reviewNotes: "" });
  });
});

describe("deciding with care", () => {
  test("a profile without category or link needs a confirmation if the form asks for it", async () => {
    const id = await suggest();
    await saveSubmission(admin, id, { categories: [], referenceLinks: [] }, origins);
    expect((await reviewOf(admin, id)).gaps).toEqual(["category", "link"]);
    await expect(approveSubmission(admin, id, { confirmed: "" }, origins)).rejects.toMatchObject({
      problem: "invalid",
      fieldErrors: { confirmed: expect.stringContaining("no category and no link") },
    });
    expect(await readStored(id)).toMatchObject({ status: "pending" });
    await approveSubmission(admin, id, { confirmed: "yes" }, origins);
    expect(await readStored(id)).toMatchObject({ status: "approved" });
  });

  test("a rejected submission can be reopened at any time and decided again", async () => {
    const id = await suggest();
    await expect(reopenSubmission(admin, id)).rejects.toMatchObject({ problem: "conflict" });
    await rejectSubmission(admin, id, { reviewNotes: "No." }, origins);
    const rejections = db.selectFrom("mails").select("id").where("kind", "=", "submissionRejected");
    expect(await rejections.execute()).toHaveLength(1);
    await reopenSubmission(colleague, id);
    expect(await rejections.execute(), "its mail waited, and is not sent").toEqual([]);
    await rejectSubmission(admin, id, { reviewNotes: "No." }, origins);
    const longAgo = new Date(Date.now() - 90 * 24 * 60 * 60_000).toISOString();
    await db.updateTable("submissions").set({ reviewedAt: longAgo }).where("id", "=", id).execute();
    await reopenSubmission(colleague, id);
    expect(await readStored(id)).toMatchObject({
      status: "pending",
      reviewNotes: "",
      reviewedAt: null,
      reviewedBy: null,
    });
    expect(await auditActions()).toContain("submission reopened");
    expect(await approveSubmission(colleague, id, {}, origins)).toMatchObject({ status: "approved" });
  });

  test("an old page reopens no later rejection, whose mail waits", async () => {
    const id = await suggest();
    await rejectSubmission(admin, id, {}, origins);
    const { updatedAt } = await readStored(id);
    await undoDecision(admin, id);
    await rejectSubmission(colleague, id, { reviewNotes: "No." }, origins);
    await expect(reopenSubmission(admin, id, { updatedAt })).rejects.toThrow("undone or replaced meanwhile");
    expect(await readStored(id)).toMatchObject({ status: "rejected", reviewNotes: "No." });
    await reopenSubmission(admin, id, { updatedAt: (await readStored(id)).updatedAt });
    expect((await readStored(id)).status).toBe("pending");
  });

  test("a correction refuses a change that is no text", async () => {
    await expect(correctSubmission(user, "any", { ...fullSubmission, change: 7 })).rejects.toMatchObject({
      problem: "invalid",
      fieldErrors: { change: "Change must be the slug of a profile." },
    });
  });

  test("a rejected change to a deleted profile cannot be reopened", async () => {
    const id = await suggestChange({ title: "New title" });
    await rejectSubmission(admin, id, {}, origins);
    await db.deleteFrom("experts").where("slug", "=", "nils-known").execute();
    await expect(reopenSubmission(admin, id)).rejects.toMatchObject({ problem: "conflict" });
  });

  test("a profile that is deleted for good takes its waiting changes along with mail and audit; they cannot come back as a new person", async () => {
    const id = await suggestChange({
      name: "Nils B. Known",
      title: "Else",
      categories: ["academic"],
      longevityContribution: "Is better known.",
      biography: "Known late.",
      referenceLinks: ["https://other.example/"],
    });
    await trashExpert(admin, "nils-known");
    await purgeExpert(admin, "nils-known");
    expect(await readStored(id)).toMatchObject({
      status: "rejected",
      reviewNotes: "This profile was removed.",
      name: "Nils B. Known",
    });
    expect(await auditActions()).toContain("submission rejected");
    expect((await readMails()).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["submissionRejected", user.email],
    ]);
    const refusal = { problem: "conflict", message: "The profile that this would change was deleted." };
    await expect(undoDecision(admin, id)).rejects.toMatchObject(refusal);
    await expect(reopenSubmission(admin, id)).rejects.toMatchObject(refusal);
  });
});
