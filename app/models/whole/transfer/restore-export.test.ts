import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KyselyPlugin, type PluginTransformQueryArgs, type PluginTransformResultArgs, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db, migrate, unindexImage } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { imagesPage, unusedImages } from "~/models/editing/images/admin-list.server";
import { findLibraryImage, saveImage } from "~/models/editing/images/library-images.server";
import { attachImage, findContent, saveContent } from "~/models/editing/library/library.server";
import { contentsPage } from "~/models/editing/library/lists.server";
import { createTopic } from "~/models/editing/topics/edit.server";
import { rejectTopics } from "~/models/editing/topics/rejected.server";
import { addEvidence } from "~/models/records/evidence/evidence.server";
import { referenceTo } from "~/models/records/evidence/references";
import type { ExpertInput } from "~/models/records/experts/input.server";
import { storeImage } from "~/models/records/images/images.server";
import { addArticle, changeArticle } from "~/models/records/publish/article-rows.server";
import { publish } from "~/models/records/publish/publish.server";
import { EXPORTED } from "~/models/whole/parts.server";
import { changeSettings } from "~/models/whole/settings/settings.server";
import { addMember } from "../../../../test/support/members";
import { adaFull, makeCrowd } from "../../../../test/support/people";
import { testImage } from "../../../../test/support/test-images";
import { exportChunks } from "./export.server";
import { restoreExport } from "./restore-export.server";

let admin: Admin;
beforeAll(async () => {
  await migrate(db);
});
beforeEach(async () => {
  await emptySite();
  admin = asAdmin(await addMember({ role: "admin", email: "root@mail.example" }));
});

async function emptySite(): Promise<void> {
  await db.deleteFrom("listing").execute();
  const lastTables = ["topicSlugs", "images", "libraryProjects", "experts", "topics", "users"];
  const order = EXPORTED.toSorted((first, second) => lastTables.indexOf(first) - lastTables.indexOf(second));
  // An index keeps the words of a deleted row until the row is removed from it.
  for (const { rowId } of await db.selectFrom("images").select("rowId").execute()) await unindexImage(db, rowId);
  for (const table of order) await db.deleteFrom(table as "experts").execute();
  // On PostgreSQL the index of texts is a table, and a text that is restored gets a row of its own.
  if (process.env.DATABASE_URL) await sql`DELETE FROM "librarySearch"`.execute(db);
}

const folder = mkdtempSync(join(tmpdir(), "longevity-export-"));
afterAll(() => rmSync(folder, { recursive: true }));
let fileCount = 0;

function writeJson(content: string): string {
  const path = join(folder, `${++fileCount}.json`);
  writeFileSync(path, content);
  return path;
}

async function exportText(): Promise<string> {
  let text = "";
  for await (const chunk of exportChunks()) text += chunk;
  return text;
}

/** Returns an export without this instance's own data: ids and times. */
function comparableContent(text: string) {
  const instanceFields = ["id", "createdAt", "updatedAt", "userId", "reviewedBy", "createdBy", "lastSignInAt"];
  const withoutInstanceFields = (record: object) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !instanceFields.includes(key)));
  const { exportedAt: _, users: _users, ...otherLists } = JSON.parse(text);
  for (const list of ["experts", "submissions", "articles", "images"])
    otherLists[list] = otherLists[list].map(withoutInstanceFields);
  const topics = otherLists.topics.map(({ evidence, ...topic }: { evidence: object[] }) => ({
    ...topic,
    evidence: evidence.map(withoutInstanceFields),
  }));
  return { ...otherLists, topics };
}

/** Records how large the largest result of a query is. */
class LargestResult implements KyselyPlugin {
  characters = 0;
  transformQuery({ node }: PluginTransformQueryArgs) {
    return node;
  }
  async transformResult({ result }: PluginTransformResultArgs) {
    this.characters = Math.max(this.characters, JSON.stringify(result.rows).length);
    return result;
  }
}

test("an export without records is refused, and nothing is written", async () => {
  await emptySite();
  const { settings: _, ...emptyExport } = JSON.parse(await exportText());
  await expect(restoreExport(writeJson(JSON.stringify(emptyExport)))).rejects.toThrow("There is nothing in this file.");
  expect(await db.selectFrom("auditLog").select("rowId").where("action", "=", "export restored").execute()).toEqual([]);
});

test("D70 an export restored into an empty site gives the same directory", async () => {
  const people: ExpertInput[] = [{ ...adaFull, featured: true }, ...makeCrowd(3)];
  await importExperts(people, { origin: "starter" });
  await importExperts([{ name: "Zoë Ærø", featured: true, referenceLinks: ["htp:/broken"] }], { origin: "editor" });
  await changeSettings(admin, { founderName: "Flora Founder", "category.academic": "Those who study." }, null);
  const { url } = await storeImage(admin, await testImage("png", 41, 31), { name: "a.png", origin: "upload" });
  await db.transaction().execute(async (tx) => {
    const { rowId } = await tx
      .selectFrom("experts")
      .select("rowId")
      .where("slug", "=", "ada-full")
      .executeTakeFirstOrThrow();
    await publish(tx, admin, "experts", { rowId, record: { slug: "ada" }, cause: "edited" });
    const now = new Date().toISOString();
    const commonFields = {
      type: "research-insight",
      expertRowId: null,
      expertName: "",
      excerpt: "",
      body: "B",
      origin: "x",
    };
    const fullArticle = await addArticle(tx, {
      ...commonFields,
      title: "One",
      slug: "first",
      status: "published",
      expertRowId: rowId,
      expertName: "Ada Full",
      tags: ["a", "b"],
      sources: ["x"],
      imageUrl: url,
      imageAlt: "A",
      aiModel: "m",
      onProfile: 1,
      featuredPosition: 2,
      contentId: "c1",
    });
    await changeArticle(tx, fullArticle, { slug: "one" });
    await addArticle(tx, { ...commonFields, title: "Two", status: "published", featuredPosition: 1 });
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
    await addArticle(tx, { ...commonFields, title: "Three", status: "draft", scheduledAt, shareToken: "secret-token" });
    await addArticle(tx, { ...commonFields, title: "Gone", status: "draft", deletedAt: now });
    await tx
      .insertInto("submissions")
      .values({
        id: "s1",
        draftId: null,
        status: "pending",
        changesExpertRowId: rowId,
        expertRowId: null,
        name: "Ada Full",
        foldedName: "ada full",
        title: "T",
        record: '{"title":"New"}',
        userId: admin.id,
        submitterName: "Rosa",
        submitterEmail: admin.email,
        submitterReason: "",
        submittedAt: now,
        updatedAt: now,
        reviewedAt: null,
        reviewedBy: null,
        reviewNotes: "",
      })
      .execute();
  });
  await addIdentity();
  const exportBefore = await exportText();
  expect(JSON.parse(exportBefore).experts).toHaveLength(5);
  expect(JSON.parse(exportBefore).experts.find(({ slug }: { slug: string }) => slug === "ada")).toMatchObject({
    identifiers: { orcid: "0000-0002-1825-0097", ror: "03vek6s52" },
    links: [{ kind: "own" }, { kind: "about" }, { kind: "about" }],
    works: [{ openalex: "W1", title: "One", retracted: true, subjects: SUBJECTS }],
    dismissedWorks: [{ openalex: "W2", title: "Not hers", subjects: SUBJECTS }],
    rejectedTopics: ["not-her-subject"],
  });
  expect(JSON.parse(exportBefore).topics).toMatchObject([
    {
      slug: "not-her-subject",
      evidence: [{ sentence: "It is studied.", source: { doi: "10.1000/1" }, checkedBy: "Rosa" }],
    },
  ]);
  expect(JSON.parse(exportBefore).articles).toHaveLength(3);
  expect(JSON.parse(exportBefore).articles.find(({ slug }: { slug: string }) => slug === "one")).toMatchObject({
    tags: ["a", "b"],
    featuredPosition: 2,
    onProfile: true,
    aiModel: "m",
    formerSlugs: ["first"],
    expert: "ada",
  });
  expect(exportBefore).not.toContain("secret-token");
  await emptySite();
  expect(await restoreExport(writeJson(exportBefore))).toMatchObject({
    counts: { experts: 5, articles: 3, submissions: 1 },
  });
  const submitters = db.selectFrom("submissions").innerJoin("users", "users.id", "submissions.userId").select("email");
  expect(await submitters.execute()).toEqual([{ email: admin.email }]);
  const exportAfter = await exportText();
  const bySlug = (first: { slug: string }, second: { slug: string }) => (first.slug < second.slug ? -1 : 1);
  const byName = ({ experts, articles, ...otherLists }: ReturnType<typeof comparableContent>) => ({
    ...otherLists,
    articles: articles.toSorted(bySlug),
    experts: experts.toSorted((a: { slug: string }, b: { slug: string }) => (a.slug < b.slug ? -1 : 1)),
  });
  expect(byName(comparableContent(exportAfter))).toEqual(byName(comparableContent(exportBefore)));
});

test("D70 LI12 an export has the library: projects, texts, images and what is attached; files come with a backup", async () => {
  await importExperts([{ name: "Ada Full", slug: "ada" }], { origin: "editor" });
  const bytes = await testImage("png", 40, 30);
  const { url } = await storeImage(admin, bytes, { name: "lab.png", origin: "generated", prompt: "A centrifuge" });
  const image = await saveImage(
    admin,
    { imageUrl: url, size: "1080x1080", expert: "Ada Full" },
    { origin: "http://x" },
  );
  const newProject = { name: "Spring", description: "Tips" };
  const text = {
    content: "# Sleep",
    expert: "Ada Full",
    seoTags: ["sleep"],
    provider: "openai",
    model: "m",
    newProject,
  };
  const { id } = await saveContent(admin, text);
  await attachImage(admin, { id, imageId: image.id });
  const [content, savedImage] = [await findContent(admin, id), await findLibraryImage(admin, image.id)];
  const exportBefore = await exportText();
  expect(JSON.parse(exportBefore).libraryContents).toMatchObject([{ id, expert: "ada", images: [image.id] }]);
  await emptySite();
  expect((await restoreExport(writeJson(exportBefore))).counts).toMatchObject({
    images: 1,
    libraryContents: 1,
    libraryImages: 1,
  });
  const ada = await db.selectFrom("experts").select("id").where("slug", "=", "ada").executeTakeFirstOrThrow();
  expect(await findLibraryImage(admin, image.id)).toEqual(savedImage);
  expect(await findContent(admin, id)).toEqual({
    ...content,
    expertId: ada.id,
  });
  const query = { page: 1, limit: 9, search: "sleep", expert: "Ada Full" };
  expect((await contentsPage(admin, query)).total).toBe(1);
  expect(await unusedImages(admin)).toMatchObject({ images: [] });
  for (const [search, total] of [
    ["centrifuge", 1],
    ["lab", 1],
    ["telescope", 0],
  ] as const)
    expect([search, (await imagesPage(admin, { page: 1, limit: 9, search })).total]).toEqual([search, total]);
  // Has an image that does not exist, and one that names another's files.
  const brokenExport = JSON.parse(exportBefore);
  brokenExport.images[0].files[0].name = "00/0000000000000000-640.webp";
  await emptySite();
  await expect(restoreExport(writeJson(JSON.stringify(brokenExport)))).rejects.toThrow(
    /images 1 .*files that are not its own/s,
  );
  expect(await db.selectFrom("experts").select("rowId").execute()).toEqual([]);
});

test("D70 an export is read in batches of bounded bytes, whatever its records are", async () => {
  const commonFields = { type: "research-insight", expertRowId: null, expertName: "", excerpt: "", origin: "x" };
  await db.transaction().execute(async (tx) => {
    for (const n of [1, 2, 3, 4, 5, 6])
      await addArticle(tx, { ...commonFields, title: `Long ${n}`, body: "é".repeat(900_000), status: "draft" });
  });
  const largestResult = new LargestResult();
  let text = "";
  for await (const chunk of exportChunks(db.withPlugin(largestResult))) text += chunk;
  expect(JSON.parse(text).articles).toHaveLength(6);
  expect(largestResult.characters).toBeLessThan(2_000_000);
});

test("D70 an export holds no secret", async () => {
  await addMember({ email: "secret@mail.example", passwordHash: "$argon2id$hash", googleId: "google-sub" });
  const text = await exportText();
  expect(text).toContain("secret@mail.example");
  for (const secret of ["argon2id", "google-sub", "passwordHash", "googleId"]) expect(text).not.toContain(secret);
});

test("D70 D96 an export is not merged into a site that holds a record of any kind", async () => {
  const text = await exportText();
  const expectRefusal = () => expect(restoreExport(writeJson(text))).rejects.toMatchObject({ problem: "conflict" });
  await expectRefusal();
  await emptySite();
  await importExperts(makeCrowd(1), { origin: "editor" });
  await expectRefusal();
  await emptySite();
  await createTopic(admin, { name: "Senolytics" });
  await expectRefusal();
  await emptySite();
  expect((await restoreExport(writeJson(text))).counts).toEqual({ settings: 1, users: 1 });
});

test("SF04 an export does not bring the demand for a second factor, which nobody could meet at the new site", async () => {
  const values = { secondFactor: "on", siteName: "Another site" };
  await db
    .insertInto("settings")
    .values(Object.entries(values).map(([key, value]) => ({ key, value })))
    .execute();
  const text = await exportText();
  await emptySite();
  await restoreExport(writeJson(text));
  const settings = await db.selectFrom("settings").selectAll().execute();
  expect(settings).toEqual([{ key: "siteName", value: "Another site" }]);
});

test("D70 the lists of an export may stand in any order", async () => {
  await importExperts([{ name: "Ada Full", slug: "ada" }], { origin: "editor" });
  const text = { type: "research-insight", excerpt: "", body: "B", origin: "x" };
  const { rowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  await db
    .transaction()
    .execute((tx) =>
      addArticle(tx, { ...text, title: "One", status: "published", expertRowId: rowId, expertName: "Ada Full" }),
    );
  const exportBefore = JSON.parse(await exportText());
  const reversedExport = Object.fromEntries(Object.entries(exportBefore).reverse());
  await emptySite();
  await restoreExport(writeJson(JSON.stringify(reversedExport)));
  expect(JSON.parse(await exportText()).articles[0].expert).toBe("ada");
});

const SUBJECTS = [{ id: "T11713", name: "Epigenetics" }];

/** Adds the data beside Ada's record: identifiers, kinds of links, an accepted and a suggested work. */
async function addIdentity() {
  const { rowId } = await db.selectFrom("experts").select("rowId").where("slug", "=", "ada").executeTakeFirstOrThrow();
  const ids = { orcid: "0000-0002-1825-0097", ror: "03vek6s52", affiliation: "A", interests: "Owns shares." };
  const linkKinds = JSON.stringify(["own|https://ada.example/"]);
  await db
    .updateTable("experts")
    .set({ ...ids, linkKinds, reviewedAt: "2026-01-02T03:04:05.000Z" })
    .where("rowId", "=", rowId)
    .execute();
  const { id: topicId } = await createTopic(admin, {
    name: "Not her subject",
    description: "Nobody’s. It is studied.",
  });
  const topic = await db.selectFrom("topics").select("rowId").where("id", "=", topicId).executeTakeFirstOrThrow();
  const sentence = { field: "description", sentence: "It is studied." };
  const check = { by: "Rosa", at: "2026-01-02T03:04:05.000Z" };
  await addEvidence(db, { topicRowId: topic.rowId }, [
    referenceTo(sentence, { doi: "10.1000/1", title: "A study" }, check),
  ]);
  await rejectTopics(db, rowId, ["not-her-subject"]);
  const commonFields = {
    expertRowId: rowId,
    doi: "10.1/1",
    year: 2020,
    venue: "V",
    citations: 3,
    retracted: 1,
    subjects: JSON.stringify(SUBJECTS),
  };
  const times = { retractionSeenAt: null, checkedAt: "2026-01-02T03:04:05.000Z" };
  await db
    .insertInto("works")
    .values([
      { ...commonFields, ...times, openalex: "W1", title: "One", status: "accepted" },
      { ...commonFields, ...times, openalex: "W2", title: "Not hers", status: "dismissed" },
    ])
    .execute();
}
