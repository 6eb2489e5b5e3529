import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, type ExpertRow, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { createTopic, mergeTopics } from "~/models/editing/topics/edit.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { REVISIONS_PAGE_SIZE } from "~/models/records/shared/revisions.server";
import "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { createExpert, editExpert } from "./admin-list.server";
import { expertHistory, restoreExpertRevision } from "./history.server";
import { trashExpert } from "./trash.server";
import { importExperts } from "./write.server";

const origin = "https://site.example";
let admin: Admin;
let row: ExpertRow;
let personNumber = 0;

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin", firstName: "Carla", lastName: "Curator" }));
});

beforeEach(async () => {
  personNumber++;
  const slug = `history-${personNumber}`;
  const person = { name: `History ${personNumber}`, slug, title: "One", books: ["A", "B", "C", "D"] };
  await importExperts([person], { origin: "starter" });
  row = await expertForAdmin(admin, slug);
});

const edit = (input: object) => editExpert(admin, row.id, input, { origin });
const readHistory = async (page = 1) => (await expertHistory(admin, row, page)).revisions;
const restore = (revision: unknown, updatedAt?: string) =>
  restoreExpertRevision(admin, row.id, { revision, updatedAt });

describe("the history of an expert", () => {
  test("lists who changed what and when, newest first, down to the first version", async () => {
    const { updatedAt } = await edit({ title: "Two words" });
    const [latestRevision, firstRevision] = await readHistory();
    expect(latestRevision).toMatchObject({
      action: "edited",
      at: updatedAt,
      userName: "Carla Curator",
      isPresent: true,
    });
    expect(latestRevision?.changes.map(({ label }) => label)).toEqual(["Title"]);
    expect(firstRevision).toMatchObject({
      number: 0,
      action: "first",
      at: row.createdAt,
      changes: [],
      isPresent: false,
    });
    expect(await readHistory()).toHaveLength(2);
  });

  test("names a topic that was merged into another by the other's present name", async () => {
    const { id, slug } = await createTopic(admin, { name: `Elders ${personNumber}` });
    const { slug: targetSlug } = await createTopic(admin, { name: `Old age ${personNumber}` });
    await edit({ topics: [slug] });
    await mergeTopics(admin, id, { into: targetSlug });
    const [latestRevision] = await readHistory();
    expect(latestRevision?.changes[0]?.pieces).toEqual([{ kind: "added", text: `Old age ${personNumber}\n` }]);
  });

  test("shows removed and added words of texts, entries of lists and labels of categories", async () => {
    await edit({
      longevityContribution: "The quick brown fox",
      books: ["A", "C", "D", "New"],
      categories: ["author"],
      featured: true,
    });
    await edit({ longevityContribution: "The slow brown fox" });
    const [textRevision, listRevision] = await readHistory();
    expect(textRevision?.changes[0]?.pieces).toEqual([
      { kind: "same", text: "The " },
      { kind: "removed", text: "quick" },
      { kind: "added", text: "slow" },
      { kind: "same", text: " brown fox" },
    ]);
    const piecesOf = (label: string) => listRevision?.changes.find((change) => change.label === label)?.pieces;
    expect(piecesOf("Books")).toEqual([
      { kind: "same", text: "A\n" },
      { kind: "removed", text: "B\n" },
      { kind: "same", text: "C\nD\n" },
      { kind: "added", text: "New\n" },
    ]);
    expect(piecesOf("Categories")).toEqual([{ kind: "added", text: "Authors\n" }]);
    expect(piecesOf("Featured")).toEqual([
      { kind: "removed", text: "No" },
      { kind: "added", text: "Yes" },
    ]);
    await edit({ featured: false });
  });

  test("shortens unchanged passages of long texts, and shows texts without a common passage in full", async () => {
    const longText = "word ".repeat(2_000);
    await edit({ biography: `${longText}old${longText}` });
    await edit({ biography: `${longText}new${longText}` });
    const [latestRevision] = await readHistory();
    const pieces = latestRevision?.changes[0]?.pieces ?? [];
    expect(pieces.map(({ kind }) => kind)).toEqual(["same", "removed", "added", "same"]);
    expect(JSON.stringify(pieces).length).toBeLessThan(1_000);
    const makeNumbers = (from: number) => Array.from({ length: 3_000 }, (_, n) => from + 2 * n).join(" ");
    await edit({ biography: makeNumbers(0) });
    await edit({ biography: makeNumbers(1) });
    expect((await readHistory())[0]?.changes[0]?.pieces.map(({ kind }) => kind)).toEqual(["removed", "added"]);
  });

  test("comes in pages", async () => {
    for (let n = 0; n < REVISIONS_PAGE_SIZE; n++) await edit({ title: `T${n}` });
    expect(await expertHistory(admin, row, 1)).toMatchObject({ hasMore: false });
    expect(await expertHistory(admin, row, 3)).toEqual({ revisions: [], hasMore: false });
    await edit({ title: "T" });
    expect((await expertHistory(admin, row, 1)).hasMore).toBe(true);
    expect(await readHistory(1)).toHaveLength(REVISIONS_PAGE_SIZE);
    const secondPage = await expertHistory(admin, row, 2);
    expect(secondPage).toMatchObject({
      hasMore: false,
      revisions: [{ action: "edited", isPresent: false }, { number: 0 }],
    });
  });

  test("of an expert added by hand begins with the addition", async () => {
    const { id } = await createExpert(admin, { name: `Made ${personNumber}` }, { origin });
    const createdExpert = await expertForAdmin(admin, id);
    const { revisions } = await expertHistory(admin, createdExpert, 1);
    expect(revisions).toMatchObject([{ action: "created", isPresent: true }]);
  });
});

describe("Restore", () => {
  test("restores the record to a revision, as a new change", async () => {
    await edit({ title: "Two", slug: `renamed-${personNumber}` });
    const secondVersion = await findExpert(`renamed-${personNumber}`);
    await edit({ title: "Three", biography: "Later" });
    await edit({ name: "Four", slug: `again-${personNumber}`, books: [] });
    const secondRevision = (await readHistory())[2];
    const { updatedAt, ...restoredExpert } = await restore(secondRevision?.number);
    expect({ ...restoredExpert, updatedAt: secondVersion.updatedAt, reviewedAt: secondVersion.reviewedAt }).toEqual(
      secondVersion,
    );
    expect((await readHistory())[0]).toMatchObject({ action: "restored", at: updatedAt, userName: "Carla Curator" });
    expect(await findExpert(`again-${personNumber}`)).toMatchObject({ slug: `renamed-${personNumber}` });
  });

  test("restores the first version even if it exceeds the limits of editing", async () => {
    await edit({ title: "Two", books: ["A"] });
    await edit({ title: "Three" });
    expect(await restore(0)).toMatchObject({ title: "One", books: ["A", "B", "C", "D"], slug: row.slug });
  });

  test("can restore a version that is newer than the restored version", async () => {
    await edit({ title: "Two" });
    const [secondRevision] = await readHistory();
    await restore(0);
    expect(await restore(secondRevision?.number)).toMatchObject({ title: "Two" });
  });

  test("is refused after somebody else's change, for another record's revision, and in the trash", async () => {
    const revisionOfOther = async () => {
      const { id } = await createExpert(admin, { name: `Other ${personNumber}` }, { origin });
      return (await expertHistory(admin, await expertForAdmin(admin, id), 1)).revisions[0]?.number;
    };
    const earlierRevision = await revisionOfOther();
    const { updatedAt } = await edit({ title: "Two" });
    await edit({ title: "Three" });
    await expect(restore(0, updatedAt)).rejects.toMatchObject({ problem: "conflict" });
    await expect(restore(999_999)).rejects.toMatchObject({ problem: "missing" });
    for (const unchosen of ["x", "", " ", null, undefined, [], false, 1.5])
      await expect(restore(unchosen)).rejects.toMatchObject({ problem: "invalid" });
    for (const number of [earlierRevision, await revisionOfOther()])
      await expect(restore(number)).rejects.toMatchObject({ problem: "missing" });
    await trashExpert(admin, row.id);
    await expect(restore(0)).rejects.toMatchObject({ problem: "conflict" });
  });
});
