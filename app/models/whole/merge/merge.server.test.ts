import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ClaimRow, db, type ExpertRow, migrate, readDb, searchWords } from "~/db.server";
import { type Admin, asAdmin, asEditor, type Editor } from "~/models/base/accounts/admin.server";
import { createExpert, editExpert } from "~/models/editing/experts/admin-list.server";
import { expertHistory, restoreExpertRevision } from "~/models/editing/experts/history.server";
import { expertTrash, restoreExpert, trashExpert } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { submitExpert } from "~/models/editing/submissions/submissions.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { listExperts } from "~/models/records/directory/lists.server";
import { NO_RECORD } from "~/models/records/experts/fields";
import { recordOf } from "~/models/records/experts/record.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { rememberNotToRelist } from "~/models/records/relisting/relisting.server";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { differences, mergeExperts } from "./merge.server";

const origin = "https://site.example";
let admin: Admin;
let kept: ExpertRow;
let other: ExpertRow;
let pairCount = 0;

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
});

beforeEach(async () => {
  pairCount++;
  await importExperts(
    [
      { name: `Kept ${pairCount}`, slug: `kept-${pairCount}`, title: "T1", books: ["A", "B"], categories: ["author"] },
      {
        name: `Other ${pairCount}`,
        slug: `other-${pairCount}`,
        title: "T2",
        biography: "Known of the other",
        books: ["B", "C", "D"],
        categories: ["academic"],
        referenceLinks: [`https://other-${pairCount}.example/`],
      },
    ],
    { origin: "import" },
  );
  kept = await expertForAdmin(admin, `kept-${pairCount}`);
  other = await expertForAdmin(admin, `other-${pairCount}`);
});

const merge = (choices: Record<string, string>, options: object = {}) =>
  mergeExperts(admin, kept.id, { other: other.id, choices, ...options });

type Status = ClaimRow["status"];

async function addClaim({ rowId: expertRowId }: ExpertRow, id: string, userId: string, status: Status) {
  const times = { createdAt: "2026-01-01T00:00:00.000Z", expiresAt: "2026-01-08T00:00:00.000Z", remindedAt: null };
  const confirmedAt = status === "confirmed" ? times.createdAt : null;
  const proof = { proof: "mail", requestId: null, page: "", isStrong: 1, evidence: "", tokenHash: null } as const;
  const row = { id, expertRowId, userId, status, ...times, claimedAt: confirmedAt, confirmedAt, ...proof };
  await db.insertInto("claims").values(row).execute();
}

describe("the differences of two experts", () => {
  const record = (changes: object) => ({ ...NO_RECORD, ...changes });

  test("propose the existing value, and joined lists if they fit", () => {
    const target = record({
      name: "A",
      slug: "a",
      title: "",
      books: ["1", "2"],
      categories: ["author"],
      biography: "Mine",
    });
    const otherRecord = record({ name: "A", slug: "b", title: "T", books: ["3", "4"], categories: ["academic"] });
    expect(
      differences(target, otherRecord).map(({ field, choices, proposed }) => [field, choices.length, proposed]),
    ).toEqual([
      ["title", 2, "other"],
      ["categories", 3, "both"],
      ["biography", 2, "kept"],
      ["books", 2, "kept"],
    ]);
  });
});

describe("merging", () => {
  test("adds up the visits, and keeps one list entry of a reader who had listed both", async () => {
    const { id: userId } = await addMember({});
    const addedAt = new Date().toISOString();
    await db
      .insertInto("listEntries")
      .values([kept, other].map(({ rowId }) => ({ userId, expertRowId: rowId, addedAt })))
      .execute();
    const visit = (subject: string, day: string, n: number) => ({
      kind: "profile" as const,
      host: "",
      subject,
      day,
      n,
    });
    await db
      .insertInto("visits")
      .values([visit(kept.id, "2026-01-01", 3), visit(other.id, "2026-01-01", 4), visit(other.id, "2026-01-02", 5)])
      .execute();
    await merge({});
    const entries = await db.selectFrom("listEntries").select("expertRowId").where("userId", "=", userId).execute();
    expect(entries).toEqual([{ expertRowId: kept.rowId }]);
    const visits = db.selectFrom("visits").select(["subject", "day", "n"]).where("subject", "in", [kept.id, other.id]);
    expect(await visits.orderBy("day").execute()).toEqual([
      { subject: kept.id, day: "2026-01-01", n: 7 },
      { subject: kept.id, day: "2026-01-02", n: 5 },
    ]);
  });

  test("keeps one of two equal links with different labels", async () => {
    const [ownUrl, sharedUrl] = ["https://own.example/", "https://shared.example"];
    await editExpert(admin, kept.id, { referenceLinks: [ownUrl, `Shared page|${sharedUrl}`] }, { origin });
    await editExpert(admin, other.id, { referenceLinks: [`${sharedUrl}/`, `Own|${ownUrl}`] }, { origin });
    const { referenceLinks } = await merge({ referenceLinks: "both" });
    expect(referenceLinks).toEqual([ownUrl, `Shared page|${sharedUrl}`]);
  });

  test("takes each field as chosen, joins lists, and leaves the other fields", async () => {
    const expert = await merge({ title: "other", categories: "both", biography: "other", books: "kept" });
    expect(expert).toMatchObject({
      name: `Kept ${pairCount}`,
      slug: `kept-${pairCount}`,
      title: "T2",
      biography: "Known of the other",
      categories: ["author", "academic"],
      books: ["A", "B"],
      referenceLinks: [],
    });
    expect(await findExpert(`kept-${pairCount}`)).toEqual(expert);
  });

  test("puts the other profile in the trash, and redirects its addresses", async () => {
    await editExpert(admin, other.id, { slug: `other-renamed-${pairCount}` }, { origin });
    await merge({});
    for (const slug of [`other-${pairCount}`, `other-renamed-${pairCount}`]) {
      expect(await findExpert(slug)).toMatchObject({ id: kept.id, slug: `kept-${pairCount}` });
    }
    const { trashed } = await expertTrash(admin, 1);
    expect(trashed[0]).toMatchObject({ id: other.id, mergedInto: { id: kept.id, name: `Kept ${pairCount}` } });
  });

  test("no address of a draft that was never public leads to the remaining profile; it comes back with the draft", async () => {
    const draft = await createExpert(
      admin,
      { name: `Draft ${pairCount}`, categories: ["author"], state: "draft" },
      { origin },
    );
    await mergeExperts(admin, kept.id, { other: draft.id });
    await expect(findExpert(draft.slug)).rejects.toMatchObject({ problem: "missing" });
    expect(await restoreExpert(admin, draft.id)).toMatchObject({ slug: draft.slug });
    expect(await expertForAdmin(admin, draft.slug)).toMatchObject({ id: draft.id });
  });

  test("the search finds the remaining profile by the works of both", async () => {
    const word = `Quasiglycation${pairCount}`;
    const figures = { doi: "", venue: "", year: 2020, citations: 0, retracted: 0, retractionSeenAt: null };
    const work = { ...figures, openalex: `W${pairCount}`, title: `On ${word}`, checkedAt: "2026-01-02T00:00:00.000Z" };
    const acceptedWork = { ...work, expertRowId: other.rowId, status: "accepted" as const };
    await db.insertInto("works").values(acceptedWork).execute();
    await merge({});
    const { experts } = await listExperts({ page: 1, limit: 10, search: word, category: "" });
    expect(experts.map(({ id }) => id)).toEqual([kept.id]);
  });

  test("moves submissions and articles to the remaining profile", async () => {
    const user = await addMember();
    const change = { ...fullSubmission, name: `Other ${pairCount}`, change: `other-${pairCount}` };
    const { id } = await submitExpert(user, change, { origin });
    const now = new Date().toISOString();
    await db
      .insertInto("articles")
      .values({
        id: `a-${pairCount}`,
        slug: `a-${pairCount}`,
        title: "",
        type: "",
        status: "draft",
        excerpt: "",
        body: "",
        sources: "[]",
        origin: "editor",
        createdAt: now,
        updatedAt: now,
        publishedAt: null,
        expertRowId: other.rowId,
        expertName: other.name,
      })
      .execute();
    await merge({});
    const submission = await db.selectFrom("submissions").selectAll().where("id", "=", id).executeTakeFirst();
    expect(submission).toMatchObject({ changesExpertRowId: kept.rowId, status: "pending" });
    const article = await db.selectFrom("articles").selectAll().where("id", "=", `a-${pairCount}`).executeTakeFirst();
    expect(article).toMatchObject({ expertRowId: kept.rowId, expertName: `Kept ${pairCount}` });
    // Finds the article under the remaining profile's name.
    const result = await searchWords(readDb, "articleSearch", { text: `Kept ${pairCount}`, offset: 0, limit: 10 });
    expect(result.rowIds).toEqual([article?.rowId]);
  });

  test("adds the other's notes for editors to those that stay, and its sort name if none is given", async () => {
    const set = (rowId: number, fields: object) =>
      db.updateTable("experts").set(fields).where("rowId", "=", rowId).execute();
    await set(kept.rowId, { notes: "Met in May." });
    await set(other.rowId, { notes: "Called in June.", givenSortName: "Zeta" });
    await merge({ name: "other" });
    expect(await expertForAdmin(admin, kept.id)).toMatchObject({
      notes: "Met in May.\nCalled in June.",
      givenSortName: "Zeta",
      sortsAs: "zeta",
    });
  });

  test("refuses to take a public profile off the site by a merge into a draft", async () => {
    const setState = (rowId: number, state: "draft" | "public") =>
      db.updateTable("experts").set({ state }).where("rowId", "=", rowId).execute();
    await setState(kept.rowId, "draft");
    await expect(merge({})).rejects.toMatchObject({
      problem: "conflict",
      message: expect.stringContaining("Merge the other way round"),
    });
    expect(await expertForAdmin(admin, other.id)).toMatchObject({ state: "public", deletedAt: null });
    await setState(other.rowId, "draft");
    expect(await merge({})).toMatchObject({ id: kept.id });
  });

  test("the history contains the whole other profile, and both can be restored", async () => {
    const expertsBefore = [await findExpert(`kept-${pairCount}`), await findExpert(`other-${pairCount}`)] as const;
    await merge({ title: "other", biography: "other" });
    const [revision] = (await expertHistory(admin, kept, 1)).revisions;
    expect(revision).toMatchObject({ action: "merged", merged: { name: other.name } });
    expect(JSON.parse(revision?.merged?.text ?? "")).toEqual({ id: other.id, ...recordOf(other) });
    const restoredOther = await restoreExpert(admin, other.id);
    const restoredKept = await restoreExpertRevision(admin, kept.id, { revision: 0 });
    expect([
      { ...restoredKept, updatedAt: expertsBefore[0].updatedAt },
      { ...restoredOther, updatedAt: expertsBefore[1].updatedAt },
    ]).toEqual(expertsBefore);
    expect(await findExpert(`other-${pairCount}`)).toMatchObject({ id: other.id });
  });

  test("merging two equal profiles also adds a revision", async () => {
    await merge({ categories: "kept" });
    expect((await expertHistory(admin, kept, 1)).revisions).toMatchObject([
      { action: "merged", changes: [] },
      { number: 0 },
    ]);
  });

  test("EM10 lists that are too long together cannot be joined", async () => {
    await expect(merge({ books: "both" })).rejects.toMatchObject({
      problem: "invalid",
      fieldErrors: { books: expect.any(String) },
    });
    await expect(merge({ title: "both" })).rejects.toMatchObject({ problem: "invalid" });
    expect((await expertForAdmin(admin, other.id)).deletedAt).toBeNull();
  });

  test("EM10 lists can be joined up to the form's limit, or up to the length of the longer list", () => {
    const record = (books: string[]) => ({ ...NO_RECORD, books });
    const choices = (mine: string[], theirs: string[]) =>
      differences(record(mine), record(theirs)).map((difference) => difference.choices.length);
    expect(choices(["1", "2"], ["3"])).toEqual([3]);
    expect(choices(["1", "2"], ["3", "4"])).toEqual([2]);
    expect(choices(["1", "2", "3", "4", "5"], ["2", "3"])).toEqual([3]);
    expect(choices(["2", "3"], ["1", "2", "3", "4", "5"])).toEqual([3]);
    expect(choices(["1", "2", "3", "4", "5"], ["6"])).toEqual([2]);
  });

  test.each<[string, { status: Status; isOwn?: boolean }[], Status, Status]>([
    ["started: it ends", [], "started", "ended"],
    ["proven: it waits here", [], "proven", "proven"],
    ["proven, and somebody else's waits here: both wait", [{ status: "proven", isOwn: false }], "proven", "proven"],
    ["proven, and holds this one: it ends", [{ status: "confirmed", isOwn: true }], "proven", "ended"],
    ["proven, and is held by another: it waits", [{ status: "confirmed", isOwn: false }], "proven", "proven"],
    ["confirmed: it holds this one", [], "confirmed", "confirmed"],
    ["confirmed, and is held by another: it ends", [{ status: "confirmed", isOwn: false }], "confirmed", "ended"],
  ])("CL05 a claim of the other profile that is %s", async (_, presentClaims, status, expected) => {
    const [claimant, otherUser] = [await addMember(), await addMember()];
    for (const [index, claim] of presentClaims.entries())
      await addClaim(kept, `a${index}`, claim.isOwn ? claimant.id : otherUser.id, claim.status);
    await addClaim(other, "moved", claimant.id, status);
    await merge({});
    const rows = await db.selectFrom("claims").select(["id", "expertRowId", "status"]).orderBy("id").execute();
    const claimsBefore = presentClaims.map((claim, index) => ({
      id: `a${index}`,
      expertRowId: kept.rowId,
      status: claim.status,
    }));
    expect(rows).toEqual([...claimsBefore, { id: "moved", expertRowId: kept.rowId, status: expected }]);
    await db.deleteFrom("claims").execute();
  });

  test("CL05 the holder of the other profile, whose proof for this one waits, holds this one", async () => {
    const holder = await addMember();
    const texts = { field: "", says: "", should: "", source: "", message: "", email: "", notes: "" };
    const times = { createdAt: "2026-01-01T00:00:00.000Z", confirmedAt: null, dueAt: null };
    const decision = { decidedAt: null, decidedBy: null, answeredInMs: null, isPublic: 0 };
    const request = {
      kind: "claim",
      status: "open",
      expertRowId: kept.rowId,
      ...texts,
      ...times,
      ...decision,
    } as const;
    await db
      .insertInto("requests")
      .values(["first", "second"].map((id) => ({ ...request, id, tokenHash: id })))
      .execute();
    const otherPerson = await addMember();
    await addClaim(kept, "waiting", holder.id, "proven");
    await addClaim(kept, "another", otherPerson.id, "proven");
    await addClaim(other, "moved", holder.id, "confirmed");
    await db.updateTable("claims").set({ requestId: "first" }).where("id", "=", "waiting").execute();
    await db.updateTable("claims").set({ requestId: "second" }).where("id", "=", "another").execute();
    await merge({});
    expect((await db.selectFrom("requests").select("id").execute()).map(({ id }) => id)).toEqual(["second"]);
    const claims = await db.selectFrom("claims").select(["id", "expertRowId", "status"]).orderBy("id").execute();
    expect(claims).toEqual([
      { id: "another", expertRowId: kept.rowId, status: "proven" },
      { id: "moved", expertRowId: kept.rowId, status: "confirmed" },
    ]);
    await db.deleteFrom("claims").execute();
    await db.deleteFrom("requests").execute();
  });

  test("D29 is refused if one of them was changed meanwhile, and changes nothing", async () => {
    const versions = { keptUpdatedAt: kept.updatedAt, otherUpdatedAt: other.updatedAt };
    for (const { id } of [other, kept]) {
      await editExpert(admin, id, { biography: `Changed ${id}` }, { origin });
      await expect(merge({ title: "other" }, versions)).rejects.toMatchObject({ problem: "conflict" });
    }
    expect(await findExpert(`other-${pairCount}`)).toMatchObject({ id: other.id });
    expect(await findExpert(`kept-${pairCount}`)).toMatchObject({ title: "T1" });
  });

  test.each([
    ["as it was", "Annika Maria Testwell"],
    ["two words as one", "AnnikaMaria Testwell"],
    ["a word in two", "Ann ika Maria Testwell"],
    ["all in one word", "Annikamariatestwell"],
    ["hyphens, the other order", "Testwell, Annika-Maria"],
  ])("32 a name on the do-not-relist list is not taken over without an admin's reason: %s", async (_form, name) => {
    await editExpert(admin, other.id, { name }, { origin });
    await rememberNotToRelist(db, { name: "Annika Maria Testwell" });
    const editor = asEditor(await addMember({ role: "editor" }));
    const attempt = (actor: Editor, options: object = {}) =>
      mergeExperts(actor, kept.id, { other: other.id, choices: { name: "other" }, ...options });
    await expect(attempt(admin)).rejects.toMatchObject({ fieldErrors: { relistReason: expect.any(String) } });
    await expect(attempt(editor, { relistReason: "So it is" })).rejects.toMatchObject({ problem: "conflict" });
    expect((await expertForAdmin(admin, kept.id)).name).toBe(`Kept ${pairCount}`);
    expect((await expertForAdmin(admin, other.id)).deletedAt).toBeNull();
    expect((await attempt(admin, { relistReason: "They asked to be back" })).name).toBe(name);
    await db.deleteFrom("doNotRelist").execute();
  });

  test("refuses a merge with itself, with a missing profile and with one in the trash", async () => {
    const attempt = (key: unknown) => mergeExperts(admin, kept.id, { other: key });
    await expect(attempt(kept.id)).rejects.toMatchObject({ problem: "invalid" });
    await expect(attempt(undefined)).rejects.toMatchObject({ problem: "invalid" });
    await expect(attempt("nobody")).rejects.toMatchObject({ problem: "missing" });
    await trashExpert(admin, other.id);
    await expect(attempt(other.id)).rejects.toMatchObject({ problem: "conflict" });
  });
});
