import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { listingCounts } from "~/models/records/listings/listing.server";
import { publish } from "~/models/records/publish/publish.server";
import { deleteUser } from "~/models/whole/accounts/delete-account.server";
import "~/models/whole/parts.server";
import { member, signedIn } from "../../../../test/support/members";
import { suggestion } from "../../../../test/support/people";
import { approveSubmission, EDITED_NOTE, rejectSubmission, saveAndApprove, saveAndReject } from "./decide.server";
import { submissionsOf } from "./own.server";
import { allSubmissions, neighboursOf, reviewList, reviewOf, type Status, submissionsPage } from "./review.server";
import { saveSubmission } from "./review-edit.server";
import { submitExpert } from "./submissions.server";
import { reopenSubmission, undoDecision } from "./undo.server";

const origins = { origin: "https://site.example", linkOrigin: "https://site.example" };
let user: UserRow;
let ada: RecentUser<Admin>;
let bob: Admin;

beforeAll(async () => {
  await migrate(db);
  ada = await signedIn(asAdmin(await member({ firstName: "Ada", lastName: "Admin", role: "admin" })));
  bob = asAdmin(await member({ firstName: "Bob", lastName: "Boss", role: "admin" }));
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
/** Somebody new by somebody new each time, because of the limits; gives the id. */
async function suggest(changes: object = {}): Promise<string> {
  count++;
  user = await member({ firstName: "Rosa", lastName: "Reader", email: `rosa-${count}@mail.example` });
  const referenceLinks = [`https://person-${count}.example/`];
  const input = { ...suggestion, name: `Review Person ${count}`, referenceLinks, ...changes };
  return (await submitExpert(user, input, { origin: "https://site.example" })).id;
}

const change = (changes: object) => suggest({ ...expert, ...changes, change: "nils-known" });
const stored = (id: string) => db.selectFrom("submissions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const mails = () => db.selectFrom("mails").selectAll().where("kind", "!=", "submissionReceived").execute();
const entries = async () =>
  (await db.selectFrom("auditLog").select(["action", "userName"]).orderBy("rowId").execute()).map(
    ({ action }) => action,
  );
const page = (search: string, status: Status = "pending") =>
  submissionsPage(ada, { search, status, page: 1, limit: 10 });
const namesOf = ({ submissions }: { submissions: { name: string }[] }) => submissions.map(({ name }) => name);

describe("the list", () => {
  test("MO01 MO07 pending ones, the oldest first, ten a page, totals past the end too", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 23; i++) ids.push(await suggest());
    await rejectSubmission(ada, ids[5] as string, {}, origins);
    const waiting = ids.filter((_, place) => place !== 5);
    const pages = [];
    for (const page of [1, 2, 3, 4])
      pages.push(await submissionsPage(ada, { search: "", status: "pending", page, limit: 10 }));
    expect(pages.flatMap(({ submissions }) => submissions.map(({ id }) => id))).toEqual(waiting);
    expect(pages.map(({ total, totalPages }) => [total, totalPages])).toEqual(Array(4).fill([22, 3]));
    const shown = await reviewList(ada, { search: "", status: "pending", page: 9, limit: 10 });
    expect(shown.currentPage).toBe(3);
    expect(shown.counts).toEqual({ pending: 22, approved: 0, rejected: 1 });
  });

  test("D35 the search looks into name, title, submitter's name and e-mail, whatever the accents and the case", async () => {
    await suggest({ name: "Bjørn Łukasz Äxample", title: "Professor of Ühren" });
    await suggest({ name: "Somebody Else" });
    for (const typed of [
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
      expect(namesOf(await page(typed)), typed).toContain("Bjørn Łukasz Äxample");
    expect(namesOf(await page("bjorn"))).toHaveLength(1);
    expect(namesOf(await page("missing"))).toEqual([]);
    for (const typed of ['"', "*", "status : pending", "a AND", "' OR 1=1", "-", "NEAR(", "\u0000", "pending"])
      expect((await page(typed)).submissions.length, typed).toBeLessThanOrEqual(0);
  });

  test("D32 D35 the search follows a decision, an edit and the end of an account", async () => {
    const leaving = await member({ firstName: "Lea", lastName: "Leaving" });
    const { id } = await submitExpert(leaving, { ...suggestion, name: "Search Follows" }, { origin: "x" });
    await saveSubmission(ada, id, { name: "Renamed Person" }, origins);
    expect(namesOf(await page("follows"))).toEqual([]);
    expect(namesOf(await page("renamed"))).toEqual(["Renamed Person"]);
    await rejectSubmission(ada, id, {}, origins);
    expect(namesOf(await page("renamed"))).toEqual([]);
    expect(namesOf(await page("leaving", "rejected"))).toEqual(["Renamed Person"]);
    await deleteUser(ada, { id: leaving.id });
    expect(namesOf(await page("leaving", "rejected"))).toEqual([]);
  });

  test("MO06 all of them come, whatever their number and status", async () => {
    const ids = [await suggest(), await suggest(), await change({ title: "Else" })];
    await approveSubmission(ada, ids[0] as string, {}, origins);
    const all = [];
    for await (const some of allSubmissions(ada)) all.push(...some);
    expect(all.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(all[0]).toMatchObject({ changes: "nils-known", changedFields: ["title"], title: "Else", books: [] });
    expect(all[2]).toMatchObject({
      status: "approved",
      submitterEmail: expect.stringMatching(/^rosa-/),
      changes: null,
    });
  });

  test("D38 duplicates are named with their reason, not the submission itself", async () => {
    const id = await suggest({ name: "Dr. Nils Known" });
    const twin = await suggest({ name: "Twin", referenceLinks: ["https://twin.example/"] });
    const otherId = await suggest({ name: "Other", referenceLinks: ["https://twin.example/about"] });
    expect((await reviewOf(ada, id)).duplicates).toMatchObject([
      { name: "Nils Known", href: "/nils-known", reason: "has the same name" },
    ]);
    expect((await reviewOf(ada, otherId)).duplicates).toMatchObject([
      { name: "Twin", href: `/admin/submissions/${twin}`, reason: "has the same website, twin.example" },
    ]);
    const { submissions } = await reviewList(ada, { search: "", status: "pending", page: 1, limit: 10 });
    expect(submissions.map(({ duplicates }) => duplicates)).toEqual([1, 1, 1]);
  });

  test("MO01 the next that waits comes after a decision, and at the end the first", async () => {
    const [first, two, three] = [await suggest(), await suggest(), await suggest()];
    expect(await neighboursOf(ada, two)).toEqual({ next: three, previous: first });
    expect(await neighboursOf(ada, three)).toEqual({ next: first, previous: two });
    await approveSubmission(ada, two, {}, origins);
    expect(await neighboursOf(ada, two)).toEqual({ next: three, previous: first });
    await approveSubmission(ada, three, {}, origins);
    await approveSubmission(ada, first, {}, origins);
    expect(await neighboursOf(ada, first)).toEqual({ next: null, previous: null });
  });
});

describe("a decision", () => {
  test("MO05 approving makes the expert, in its lists at once, and says so to the submitter later", async () => {
    const before = await listingCounts();
    const id = await suggest({ name: "Approved Person" });
    const decided = await approveSubmission(ada, id, { reviewNotes: "Fine.\r\nYes." }, origins);
    expect(decided).toEqual({ id, name: "Approved Person", status: "approved", slug: "approved-person" });
    expect(await findExpert("approved-person")).toMatchObject({
      title: suggestion.title,
      categories: suggestion.categories,
      biography: suggestion.biography,
      origin: "submission",
    });
    const counts = await listingCounts();
    expect([counts["*"], counts.academic]).toEqual([(before["*"] ?? 0) + 1, (before.academic ?? 0) + 1]);
    const row = await stored(id);
    expect(row).toMatchObject({ status: "approved", reviewNotes: "Fine.\nYes.", reviewedBy: ada.id });
    expect(await entries()).toEqual(["submission approved"]);
    const [mail] = await mails();
    expect(mail).toMatchObject({ kind: "submissionApproved", recipient: user.email, status: "queued" });
    expect(mail?.body).toContain("https://site.example/approved-person");
    expect(Date.parse(mail?.nextAttemptAt ?? "") - Date.parse(row.reviewedAt ?? "")).toBeGreaterThan(60_000);
  });

  test("MO05 MO09 rejecting makes nobody, and the submitter reads the notes", async () => {
    const id = await suggest({ name: "Rejected Person" });
    await rejectSubmission(ada, id, { reviewNotes: "Not enough sources." }, origins);
    await expect(findExpert("rejected-person")).rejects.toThrow(expect.objectContaining({ problem: "missing" }));
    expect(await stored(id)).toMatchObject({
      status: "rejected",
      reviewNotes: "Not enough sources.",
      expertRowId: null,
    });
    expect((await mails())[0]?.body).toContain("> Not enough sources.");
    expect(await entries()).toEqual(["submission rejected"]);
  });

  test("D31 the second decision of any kind is refused and changes nothing", async () => {
    const id = await suggest();
    await approveSubmission(ada, id, {}, origins);
    const row = await stored(id);
    const again = [
      () => approveSubmission(bob, id, {}, origins),
      () => rejectSubmission(bob, id, { reviewNotes: "no" }, origins),
      () => saveAndApprove(bob, id, { title: "x" }, origins),
      () => saveAndReject(bob, id, { title: "x", reviewNotes: "no" }, origins),
      () => saveSubmission(bob, id, { title: "x" }, origins),
    ];
    for (const decide of again) {
      const error = await decide().catch((error) => error);
      expect(error).toMatchObject({ problem: "conflict" });
      expect(error.message).toContain("was approved already by Ada Admin");
    }
    expect(await stored(id)).toEqual(row);
    expect(await mails()).toHaveLength(1);
    const names = await db.selectFrom("experts").select("name").where("name", "=", row.name).execute();
    expect(names).toHaveLength(1);
  });

  test("D31 twenty decisions at once: one counts", async () => {
    const id = await suggest();
    const all = Array.from({ length: 20 }, (_, place) =>
      place % 2 ? approveSubmission(ada, id, {}, origins) : rejectSubmission(bob, id, {}, origins),
    );
    const withPendingEntries = await Promise.allSettled(all);
    expect(withPendingEntries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
    expect(await entries()).toHaveLength(1);
  });

  test("MO08 notes have room for 5,000 characters", async () => {
    const id = await suggest();
    const error = await approveSubmission(ada, id, { reviewNotes: "x".repeat(5_001) }, origins).catch((error) => error);
    expect(error).toMatchObject({
      problem: "invalid",
      fieldErrors: { reviewNotes: "At most 5,000 characters fit here." },
    });
    for (const bad of [{ reviewNotes: 7 }, { acceptedFields: "title" }, [], "x"])
      await expect(approveSubmission(ada, id, bad, origins)).rejects.toMatchObject({ problem: "invalid" });
    await approveSubmission(ada, id, { reviewNotes: "x".repeat(5_000), status: "rejected", id: "other" }, origins);
    expect((await stored(id)).status).toBe("approved");
  });

  test("D29 a decision on an older version gets a conflict that names who changed it", async () => {
    const id = await suggest();
    const { updatedAt } = (await reviewOf(ada, id)).submission;
    await saveSubmission(bob, id, { title: "Bob's title" }, origins);
    for (const decide of [approveSubmission, rejectSubmission]) {
      const error = await decide(ada, id, { updatedAt }, origins).catch((error) => error);
      expect(error).toMatchObject({ problem: "conflict" });
      expect(error.message).toContain("Bob Boss changed this submission meanwhile");
    }
    await expect(saveSubmission(ada, id, { title: "Ada's", updatedAt }, origins)).rejects.toMatchObject({
      problem: "conflict",
    });
    expect((await stored(id)).title).toBe("Bob's title");
  });
});

describe("a change to a profile", () => {
  test("MO05 only the accepted fields are taken over", async () => {
    const id = await change({ title: "New title", biography: "New biography." });
    expect((await reviewOf(ada, id)).fields).toMatchObject([
      { field: "title", present: "Head of Knowledge", published: "New title" },
      { field: "biography", present: "Known early.", published: "New biography." },
    ]);
    await approveSubmission(ada, id, { acceptedFields: ["title"] }, origins);
    expect(await findExpert("nils-known")).toMatchObject({ title: "New title", biography: "Known early." });
    const [deed] = await db.selectFrom("auditLog").select("detail").execute();
    expect(deed?.detail).toBe("approved: Title; not approved: Biography");
  });

  test("MO05 all fields without a choice, none is refused", async () => {
    const id = await change({ title: "New title", biography: "New biography." });
    for (const acceptedFields of [[], [""], ["name"]])
      await expect(approveSubmission(ada, id, { acceptedFields }, origins)).rejects.toMatchObject({
        problem: "invalid",
        message: "Accept at least one field, or reject the change.",
      });
    await approveSubmission(ada, id, {}, origins);
    expect(await findExpert("nils-known")).toMatchObject({ title: "New title", biography: "New biography." });
  });

  test("D29 a profile that somebody edited meanwhile is not overwritten unseen", async () => {
    const id = await change({ title: "Suggested" });
    const { target } = await reviewOf(ada, id);
    const { changesExpertRowId: rowId } = await stored(id);
    await db
      .transaction()
      .execute((tx) =>
        publish(tx, bob, "experts", { rowId: rowId ?? undefined, record: { title: "Bob's" }, cause: "edited" }),
      );
    const error = await approveSubmission(ada, id, { expertUpdatedAt: target?.updatedAt }, origins).catch((e) => e);
    expect(error).toMatchObject({ problem: "conflict" });
    expect(error.message).toContain("Bob Boss changed Nils Known");
    expect((await findExpert("nils-known")).title).toBe("Bob's");
    expect((await stored(id)).status).toBe("pending");
    expect(await mails()).toEqual([]);
  });
});

describe("editing", () => {
  test("MO03 MO10 every field of a record can be stored; what is about the submission cannot", async () => {
    const id = await suggest({ name: "Edited Person" });
    const edited = await saveSubmission(
      ada,
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
    expect(edited).toMatchObject({
      name: "Edited Person",
      title: "New title",
      books: ["One|Me|https://books.example/"],
      customGptUrl: "https://gpt.example/",
      status: "pending",
      submitterEmail: user.email,
    });
    const { fields } = await reviewOf(ada, id);
    const title = fields.find(({ field }) => field === "title");
    expect(title).toMatchObject({ sent: suggestion.title, published: "New title", edited: true });
    expect(fields.find(({ field }) => field === "biography")?.edited).toBe(false);
    await approveSubmission(ada, id, {}, origins);
    expect(await findExpert("edited-person")).toMatchObject({
      featured: false,
      books: ["One|Me|https://books.example/"],
    });
  });

  test("MO10 what does not fit is refused, with the field", async () => {
    const id = await suggest();
    for (const [field, value] of [
      ["name", " "],
      ["referenceLinks", ["javascript:alert(1)"]],
      ["books", ["1", "2", "3", "4"]],
      ["categories", ["astrologer"]],
      ["productButtonUrl", "javascript:alert(1)"],
      ["imageUrl", "data:text/html;base64,PHNjcmlwdD4="],
    ] as const) {
      const error = await saveSubmission(ada, id, { [field]: value }, origins).catch((error) => error);
      expect(Object.keys(error.fieldErrors ?? {}), field).toEqual([field]);
    }
    expect((await stored(id)).sentRecord).toBeNull();
  });

  test("MO10 D16 an image in a data URL becomes one of ours", async () => {
    const id = await suggest();
    const png =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const { imageUrl } = await saveSubmission(ada, id, { imageUrl: png }, origins);
    expect(imageUrl).toMatch(/^\/uploads\//);
  });

  test("MO04 saving and approving is one step with its own note", async () => {
    const id = await suggest({ name: "Both Person" });
    await saveAndApprove(ada, id, { title: "Edited title" }, origins);
    expect(await findExpert("both-person")).toMatchObject({ title: "Edited title" });
    expect((await stored(id)).reviewNotes).toBe(EDITED_NOTE);
    expect(await entries()).toEqual(["submission edited", "submission approved"]);
  });

  test("MO04 when approving fails nothing is saved", async () => {
    const id = await change({ title: "Suggested" });
    const { changesExpertRowId } = await stored(id);
    const row = await stored(id);
    await db
      .updateTable("experts")
      .set({ deletedAt: new Date().toISOString() })
      .where("rowId", "=", changesExpertRowId)
      .execute();
    await expect(saveAndApprove(ada, id, { title: "Edited" }, origins)).rejects.toMatchObject({ problem: "conflict" });
    expect(await stored(id)).toEqual(row);
    expect(await entries()).toEqual([]);
  });
});

describe("Save & Reject", () => {
  test("MO02 MO09 the edited copy is stored, the mail uses its words, and Undo keeps it", async () => {
    const id = await suggest({ name: "Mistyped Person" });
    const input = { name: "Corrected Person", reviewNotes: "No sources yet." };
    expect(await saveAndReject(ada, id, input, origins)).toEqual({
      id,
      name: "Corrected Person",
      status: "rejected",
      slug: null,
    });
    expect(await stored(id)).toMatchObject({ name: "Corrected Person", status: "rejected", expertRowId: null });
    const [mail, ...more] = await mails();
    expect(mail?.body).toContain("Corrected Person");
    expect(mail?.body).toContain("No sources yet.");
    expect(more).toEqual([]);
    expect(await entries()).toEqual(["submission edited", "submission rejected"]);
    expect(await undoDecision(ada, id)).toEqual({ name: "Corrected Person", wasNotified: false });
    expect(await stored(id)).toMatchObject({ name: "Corrected Person", status: "pending", reviewNotes: "" });
    expect(await mails()).toEqual([]);
  });

  test("MO02 D29 D31 when either is refused neither is done", async () => {
    const id = await suggest();
    const before = await stored(id);
    for (const [input, problem] of [
      [{ title: "Edited", customGptUrl: "nowhere", reviewNotes: "No." }, "invalid"],
      [{ title: "Edited", reviewNotes: "x".repeat(5_001) }, "invalid"],
      [{ title: "Edited", updatedAt: "2020-01-01T00:00:00.000Z", reviewNotes: "No." }, "conflict"],
    ] as const)
      await expect(saveAndReject(ada, id, input, origins)).rejects.toMatchObject({ problem });
    expect(await stored(id)).toEqual(before);
    expect(await entries()).toEqual([]);
    expect(await mails()).toEqual([]);
  });
});

describe("undo", () => {
  test("MO05 an approved expert goes, the mail does not, and the submission waits as before", async () => {
    const id = await suggest({ name: "Undone Person" });
    const before = await stored(id);
    const counts = await listingCounts();
    await approveSubmission(ada, id, {}, origins);
    expect(await undoDecision(ada, id)).toEqual({ name: "Undone Person", wasNotified: false });
    const { updatedAt, ...row } = await stored(id);
    expect(row).toEqual({ ...row, ...before, updatedAt: undefined });
    expect(updatedAt > before.updatedAt).toBe(true);
    await expect(findExpert("undone-person")).rejects.toThrow(expect.objectContaining({ problem: "missing" }));
    expect(await listingCounts()).toEqual(counts);
    expect(await mails()).toEqual([]);
    expect(await entries()).toEqual(["submission approved", "decision undone"]);
    await approveSubmission(ada, id, {}, origins);
    expect((await findExpert("undone-person")).slug).toBe("undone-person");
    expect(await mails()).toHaveLength(1);
  });

  test("MO05 a change is taken back, field by field", async () => {
    const id = await change({ title: "New title", biography: "New biography." });
    await approveSubmission(ada, id, { acceptedFields: ["title"] }, origins);
    await undoDecision(ada, id);
    expect(await findExpert("nils-known")).toMatchObject({ title: "Head of Knowledge", biography: "Known early." });
    expect((await reviewOf(ada, id)).fields.map(({ field }) => field)).toEqual(["title", "biography"]);
  });

  test("MO05 it is refused once it is old, once the profile changed, and of what waits", async () => {
    const id = await suggest();
    await expect(undoDecision(ada, id)).rejects.toMatchObject({ problem: "conflict" });
    await approveSubmission(ada, id, {}, origins);
    await expect(undoDecision(ada, id, { now: Date.now() + 61_000 })).rejects.toMatchObject({ problem: "conflict" });
    const { expertRowId: rowId } = await stored(id);
    await db
      .transaction()
      .execute((tx) =>
        publish(tx, bob, "experts", { rowId: rowId ?? undefined, record: { title: "Bob's" }, cause: "edited" }),
      );
    const error = await undoDecision(ada, id).catch((error) => error);
    expect(error.message).toContain("was changed since");
    expect((await stored(id)).status).toBe("approved");
    expect(await mails()).toHaveLength(1);
  });

  test("MO05 a mail on its way is said to have been sent", async () => {
    const id = await suggest();
    await rejectSubmission(ada, id, {}, origins);
    await db.updateTable("mails").set({ status: "sent" }).where("kind", "=", "submissionRejected").execute();
    expect(await undoDecision(ada, id)).toMatchObject({ wasNotified: true });
    expect((await stored(id)).status).toBe("pending");
  });
});

describe("accepting a part of a change", () => {
  const ownSubmission = async () => (await submissionsOf(user, { page: 1, limit: 10 })).submissions[0];

  test("MO10 tells the submitter what was accepted, what was not, and the note", async () => {
    const id = await change({ title: "New title", biography: "New biography" });
    const decision = { acceptedFields: ["title"], reviewNotes: "No source for the biography." };
    await approveSubmission(ada, id, decision, origins);
    const [mail] = await mails();
    expect(mail?.subject).toBe("Your submission was partly approved");
    expect(mail?.body).toContain("Approved: Title.\nNot approved: Biography.");
    expect(mail?.body).toContain("> No source for the biography.");
    expect(await ownSubmission()).toMatchObject({
      status: "approved",
      statusLabel: "partly approved",
      part: { taken: "Title", leftOut: "Biography" },
      reviewNotes: "No source for the biography.",
    });
    await undoDecision(ada, id);
    expect(await ownSubmission()).toMatchObject({ status: "pending", part: null });
  });

  test("MO10 of a whole change stays the mail for whole changes", async () => {
    await approveSubmission(ada, await change({ title: "New title" }), { reviewNotes: "Kept here." }, origins);
    const [mail] = await mails();
    expect(mail?.subject).toBe("Your submission is published");
    expect(mail?.body).not.toContain("Kept here.");
    expect(await ownSubmission()).toMatchObject({ statusLabel: "approved", part: null, reviewNotes: "" });
  });
});

describe("deciding with care", () => {
  test("a profile without category or link is published only with a tick, where one is asked for", async () => {
    const id = await suggest();
    await saveSubmission(ada, id, { categories: [], referenceLinks: [] }, origins);
    expect((await reviewOf(ada, id)).gaps).toEqual(["category", "link"]);
    await expect(approveSubmission(ada, id, { confirmed: "" }, origins)).rejects.toMatchObject({
      problem: "invalid",
      fieldErrors: { confirmed: expect.stringContaining("no category and no link") },
    });
    expect(await stored(id)).toMatchObject({ status: "pending" });
    await approveSubmission(ada, id, { confirmed: "yes" }, origins);
    expect(await stored(id)).toMatchObject({ status: "approved" });
  });

  test("a rejected submission can be reopened at any time and decided again", async () => {
    const id = await suggest();
    await expect(reopenSubmission(ada, id)).rejects.toMatchObject({ problem: "conflict" });
    await rejectSubmission(ada, id, { reviewNotes: "No." }, origins);
    const longAgo = new Date(Date.now() - 90 * 24 * 60 * 60_000).toISOString();
    await db.updateTable("submissions").set({ reviewedAt: longAgo }).where("id", "=", id).execute();
    await reopenSubmission(bob, id);
    expect(await stored(id)).toMatchObject({ status: "pending", reviewNotes: "", reviewedAt: null, reviewedBy: null });
    expect(await entries()).toContain("submission reopened");
    expect(await approveSubmission(bob, id, {}, origins)).toMatchObject({ status: "approved" });
  });

  test("a rejected change of a profile that is gone stays rejected", async () => {
    const id = await change({ title: "New title" });
    await rejectSubmission(ada, id, {}, origins);
    await db.deleteFrom("experts").where("slug", "=", "nils-known").execute();
    await expect(reopenSubmission(ada, id)).rejects.toMatchObject({ problem: "conflict" });
  });
});
