import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, migrate, readDb, searchExperts } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { submitExpert } from "~/models/editing/submissions/submissions.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { reviewExpert } from "~/models/records/experts/reviews.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { storeImage } from "~/models/records/images/images.server";
import { listingCounts } from "~/models/records/listings/listing.server";
import { publish } from "~/models/records/publish/publish.server";
import { TRASH_DAYS } from "~/models/records/shared/trash.server";
import "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { testImage } from "../../../../test/support/test-images";
import { editExpert } from "./admin-list.server";
import { featuredExpertList, setFeatured } from "./featured.server";
import {
  expertTrash,
  purgeExpert,
  purgeOldExperts,
  restoreExpert,
  restoreExperts,
  trashExpert,
  trashExperts,
} from "./trash.server";
import { importExperts } from "./write.server";

let admin: Admin;

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin", firstName: "Carla", lastName: "Curator" }));
});

let personNumber = 0;
let slug = "";
beforeEach(async () => {
  personNumber++;
  slug = `trashed-${personNumber}`;
  const referenceLinks = [`https://${slug}.example/`];
  await importExperts([{ name: `Trashed ${personNumber}`, slug, categories: ["author"], referenceLinks }], {
    origin: "import",
  });
});

const searchRowIds = async () =>
  (await searchExperts(readDb, { text: `Trashed ${personNumber}`, offset: 0, limit: 5 })).rowIds;
const readRow = () => expertForAdmin(admin, slug);

describe("EM14 D28 deleting", () => {
  test("hides an expert from lists, counts, search and its page, and reserves the address", async () => {
    const { rowId, id } = await readRow();
    const countsBefore = await listingCounts();
    await trashExpert(admin, id);
    await expect(findExpert(slug)).rejects.toThrow(expect.objectContaining({ problem: "missing" }));
    expect(await searchRowIds()).not.toContain(rowId);
    const countsAfter = await listingCounts();
    expect([countsAfter["*"], countsAfter.author]).toEqual([
      (countsBefore["*"] ?? 0) - 1 || undefined,
      (countsBefore.author ?? 0) - 1 || undefined,
    ]);
    expect(await db.selectFrom("websiteHosts").select("host").where("expertRowId", "=", rowId).execute()).toEqual([]);
    await importExperts([{ name: `Trashed ${personNumber}` }], { origin: "import" });
    expect(await expertForAdmin(admin, `${slug}-2`)).toMatchObject({ name: `Trashed ${personNumber}` });
  });

  test("a profile in the trash does not count as reviewed", async () => {
    const { id } = await readRow();
    await trashExpert(admin, id);
    await expect(reviewExpert(admin, id, {})).rejects.toThrow("This profile is in the trash. Restore it first.");
    expect((await readRow()).reviewedAt).toBe(null);
  });

  test("keeps an expert out of lists and search when the record changes in the trash", async () => {
    await db
      .updateTable("experts")
      .set({ imageUrl: "https://trashed.example/face.jpg" })
      .where("slug", "=", slug)
      .execute();
    await trashExpert(admin, slug);
    const { rowId } = await readRow();
    const counts = await listingCounts();
    const change = { cause: "imageRemoved", rowId, record: { imageUrl: "" } } as const;
    await db.transaction().execute((tx) => publish(tx, admin, "experts", change));
    expect(await readRow()).toMatchObject({ imageUrl: "" });
    expect([await listingCounts(), await searchRowIds()]).toEqual([counts, []]);
  });

  test("twice has the effect of once; an unknown id is refused", async () => {
    await trashExpert(admin, slug);
    const trashedRow = await readRow();
    await trashExpert(admin, slug);
    expect(await readRow()).toEqual(trashedRow);
    await expect(trashExpert(admin, "nobody")).rejects.toMatchObject({ problem: "missing" });
  });

  test("can be undone completely, including the featured place", async () => {
    await importExperts([{ name: "First", slug: `first-${personNumber}`, featured: true }], { origin: "import" });
    await setFeatured(admin, slug, { featured: true });
    await importExperts([{ name: "Last", slug: `last-${personNumber}`, featured: true }], { origin: "import" });
    const expertBefore = await findExpert(slug);
    const readOrder = async () => (await featuredExpertList(admin)).map((expert) => expert.slug);
    const featuredSlugs = await readOrder();
    const counts = await listingCounts();
    await trashExpert(admin, slug);
    expect(await readOrder()).toEqual(featuredSlugs.filter((text) => text !== slug));
    const restoredExpert = await restoreExpert(admin, expertBefore.id);
    expect(restoredExpert).toEqual({ ...expertBefore, updatedAt: restoredExpert.updatedAt });
    expect(restoredExpert.updatedAt > expertBefore.updatedAt).toBe(true);
    expect(await readOrder()).toEqual(featuredSlugs);
    expect(await listingCounts()).toEqual(counts);
    expect(await searchRowIds()).toEqual([(await readRow()).rowId]);
  });

  test("can be undone after a merge: the profile gets back its address, which led to another profile", async () => {
    const { id } = await readRow();
    await trashExpert(admin, id);
    await importExperts([{ name: "Other", slug: `other-${personNumber}` }], { origin: "import" });
    const otherExpert = await expertForAdmin(admin, `other-${personNumber}`);
    await db.updateTable("slugs").set({ expertRowId: otherExpert.rowId }).where("slug", "=", slug).execute();
    expect((await restoreExpert(admin, id)).slug).toBe(slug);
    expect((await findExpert(slug)).id).toBe(id);
    expect((await findExpert(`other-${personNumber}`)).id).toBe(otherExpert.id);
  });

  test("is written to the history and the audit log once, and so is restoring", async () => {
    const { id, rowId } = await readRow();
    await trashExpert(admin, id);
    await restoreExpert(admin, id);
    await restoreExpert(admin, id);
    const revisions = await db
      .selectFrom("expertRevisions")
      .select("action")
      .where("expertRowId", "=", rowId)
      .orderBy("rowId")
      .execute();
    expect(revisions.map(({ action }) => action)).toEqual(["trashed", "restored"]);
    const entries = await db
      .selectFrom("auditLog")
      .select("action")
      .where("subjectId", "=", id)
      .orderBy("rowId")
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(["expert deleted", "expert restored"]);
  });
});

test("D28 featured people who are restored together return to their former places, in whatever order they are chosen", async () => {
  const featuredIds = async () => (await featuredExpertList(admin)).map(({ id }) => id);
  const formerlyFeaturedIds = await featuredIds();
  for (const id of formerlyFeaturedIds) await setFeatured(admin, id, { featured: false });
  const slugs = ["first", "second", "third"].map((place) => `${slug}-${place}`);
  await importExperts(
    slugs.map((slug) => ({ name: slug, slug })),
    { origin: "import" },
  );
  for (const key of slugs.toReversed()) await setFeatured(admin, key, { featured: true });
  const idsBefore = await featuredIds();
  await trashExperts(admin, { ids: idsBefore });
  expect(await featuredIds()).toEqual([]);
  await restoreExperts(admin, { ids: idsBefore.toReversed() });
  expect(await featuredIds()).toEqual(idsBefore);

  const twoKeys = { ids: [idsBefore[0], slugs[0]] };
  await trashExperts(admin, twoKeys);
  await restoreExperts(admin, twoKeys);
  expect(await featuredIds()).toEqual(idsBefore);
  const profile = db
    .selectFrom("experts")
    .select("rowId")
    .where("slug", "=", slugs[0] as string);
  const revisions = db.selectFrom("expertRevisions").select("action").where("expertRowId", "=", profile);
  const actions = (await revisions.orderBy("rowId").execute()).map(({ action }) => action);
  expect(actions.slice(-4)).toEqual(["trashed", "restored", "trashed", "restored"]);
});

describe("D28 the trash", () => {
  const findTrashedProfile = async () =>
    (await expertTrash(admin, 1)).trashed.find(({ name }) => name === `Trashed ${personNumber}`);
  const trashDaysAgo = (days: number) => {
    const deletedAt = new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
    return db.updateTable("experts").set({ deletedAt }).where("slug", "=", slug).execute();
  };

  test("shows who deleted the profile and how many days are left", async () => {
    await trashExpert(admin, slug);
    expect(await findTrashedProfile()).toMatchObject({
      deletedBy: "Carla Curator",
      daysLeft: TRASH_DAYS,
      mergedInto: null,
    });
    await trashDaysAgo(29.5);
    expect(await findTrashedProfile()).toMatchObject({ daysLeft: 1 });
  });

  test("is emptied after 30 days, and no sooner", async () => {
    await trashExpert(admin, slug);
    await trashDaysAgo(29.9);
    expect(await purgeOldExperts()).toBe(0);
    expect(await findTrashedProfile()).toBeDefined();
    await trashDaysAgo(30.1);
    expect(await purgeOldExperts()).toBe(1);
    await expect(readRow()).rejects.toMatchObject({ problem: "missing" });
  });

  test("takes the present and former pictures of a purged profile along, except those that others show", async () => {
    const store = async (width: number) =>
      storeImage(admin, await testImage("png", width + personNumber, 200), { name: "a.png", origin: "upload" });
    const [shownImage, formerImage, sharedImage] = [await store(300), await store(500), await store(700)];
    const otherPerson = { name: "Beside", slug: `beside-${personNumber}`, imageUrl: sharedImage.url };
    await importExperts([otherPerson], { origin: "import" });
    const { id } = await readRow();
    const edit = (record: object) => editExpert(admin, id, record, { origin: "https://site.example" });
    await edit({ imageUrl: formerImage.url, productImageUrl: sharedImage.url });
    await edit({ imageUrl: shownImage.url });
    await trashExpert(admin, id);
    const remainingImages = async () => {
      const images = db.selectFrom("images").select("id").orderBy("rowId");
      const rows = await images.where("id", "in", [shownImage.id, formerImage.id, sharedImage.id]).execute();
      return rows.map((row) => row.id);
    };
    expect(await remainingImages()).toEqual([shownImage.id, formerImage.id, sharedImage.id]);
    await purgeExpert(admin, id);
    expect(await remainingImages()).toEqual([sharedImage.id]);
  });

  test("is never emptied of what came with the site, which nobody could enter again", async () => {
    await trashExpert(admin, slug);
    await db.updateTable("experts").set({ origin: "starter" }).where("slug", "=", slug).execute();
    await trashDaysAgo(400);
    expect(await purgeOldExperts()).toBe(0);
    expect(await findTrashedProfile()).toMatchObject({ daysLeft: null });
    await purgeExpert(admin, slug);
  });

  test.each(["open", "unconfirmed"] as const)(
    "47 keeps a person whose request for removal is not decided yet: %s",
    async (status) => {
      const { rowId, id } = await readRow();
      const texts = { field: "", says: "", should: "", source: "", message: "", email: "a@mail.example", notes: "" };
      const removal = {
        id: `wish-${slug}`,
        tokenHash: `wish-${slug}`,
        kind: "removal" as const,
        status,
        expertRowId: rowId,
      };
      const createdAt = new Date().toISOString();
      await db
        .insertInto("requests")
        .values({ ...removal, ...texts, createdAt, isPublic: 0 })
        .execute();
      await trashExpert(admin, id);
      await trashDaysAgo(30.1);
      expect(await purgeOldExperts()).toBe(0);
      await expect(purgeExpert(admin, id)).rejects.toMatchObject({
        problem: "conflict",
        message: expect.stringContaining("asked to be taken off"),
      });
      await db.updateTable("requests").set({ status: "rejected" }).where("id", "=", removal.id).execute();
      expect(await purgeOldExperts()).toBe(1);
    },
  );

  test("articles and submissions keep the name of a purged expert; suggested changes are rejected", async () => {
    const user = await addMember();
    const { rowId, id, name } = await readRow();
    const { id: submissionId } = await submitExpert(
      user,
      { ...fullSubmission, name, change: slug },
      { origin: "https://x.example" },
    );
    const now = new Date().toISOString();
    const article = { slug: `about-${slug}`, title: "About", type: "tip", status: "published", excerpt: "", body: "" };
    const commonFields = { sources: "[]", origin: "editor", createdAt: now, updatedAt: now, publishedAt: now };
    await db
      .insertInto("articles")
      .values({ id: `article-${personNumber}`, expertRowId: rowId, expertName: name, ...article, ...commonFields })
      .execute();
    await trashExpert(admin, id);
    await purgeExpert(admin, id);
    await expect(readRow()).rejects.toMatchObject({ problem: "missing" });
    const storedArticle = await db
      .selectFrom("articles")
      .selectAll()
      .where("id", "=", `article-${personNumber}`)
      .executeTakeFirst();
    expect(storedArticle).toMatchObject({ expertRowId: null, expertName: name });
    const submission = db.selectFrom("submissions").selectAll().where("id", "=", submissionId);
    expect(await submission.executeTakeFirst()).toMatchObject({ name, status: "rejected", reviewedBy: admin.id });
  });

  test("refuses to purge a profile that is not in the trash", async () => {
    await expect(purgeExpert(admin, slug)).rejects.toMatchObject({ problem: "conflict" });
    expect(await findExpert(slug)).toBeDefined();
  });
});
