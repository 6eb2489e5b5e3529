/**
 * Tests changes of articles that no admin makes on a page: schedules, the emptying of the trash, deleted experts. Also tests long lists.
 */
import { CompiledQuery } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, migrate, readDb } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { purgeExpert, trashExpert } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { deleteImage } from "~/models/editing/images/admin-list.server";
import { openArticle } from "~/models/records/articles/page.server";
import { articleForAdmin } from "~/models/records/articles/rows.server";
import { removeArticle } from "~/models/records/articles/write.server";
import { storeImage } from "~/models/records/images/images.server";
import { addArticle } from "~/models/records/publish/article-rows.server";
import { PublishingConflict } from "~/models/records/sources/gate.server";
import { articleSubject } from "~/models/records/sources/subjects.server";
import { listUnsupported, pruneUnsupported, unsupportedTexts } from "~/models/records/sources/unsupported.server";
import "~/models/whole/parts.server";
import { onPostgres } from "../../../../test/support/database";
import { eventually } from "../../../../test/support/eventually";
import { addMember } from "../../../../test/support/members";
import { testImage } from "../../../../test/support/test-images";
import { adminArticles } from "./admin-list.server";
import { articleDraft, discardArticleDraft, storeArticleDraft } from "./drafts.server";
import { createArticle, editArticle, shareArticle } from "./edit.server";
import { setArticleFeatured } from "./featured.server";
import { articleHistory, restoreArticleRevision } from "./history.server";
import { publishDue, startPublishing } from "./schedule.server";
import { articleTrash, purgeOldArticles, restoreArticle, trashArticle } from "./trash.server";

let admin: Admin;
const site = { origin: "https://site.example" };

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin", firstName: "Carla", lastName: "Curator" }));
});
beforeEach(async () => {
  for (const { rowId } of await db.selectFrom("articles").select("rowId").execute()) await removeArticle(db, rowId);
});
afterEach(() => {
  vi.useRealTimers();
});

const addDraft = (record: object = {}) => createArticle(admin, { title: "An article", body: "Text.", ...record }, site);
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const statusOf = async (id: string) => (await articleForAdmin(admin, id)).status;

test("AR01 an article whose title consists of signs has an address", async () => {
  expect([(await addDraft({ title: "?!" })).slug, (await addDraft({ title: "…" })).slug]).toEqual([
    "preview-article",
    "preview-article-2",
  ]);
});

describe("D62 a schedule", () => {
  test("publishes a due article once and without a user, but no cancelled, deleted or later article", async () => {
    const dueArticle = await addDraft({ scheduledAt: inMinutes(5) });
    const [laterArticle, cancelledArticle, deletedArticle] = [
      await addDraft({ scheduledAt: inMinutes(50) }),
      await addDraft({ scheduledAt: inMinutes(5) }),
      await addDraft({ scheduledAt: inMinutes(5) }),
    ];
    await editArticle(admin, cancelledArticle.id, { scheduledAt: "" }, site);
    await trashArticle(admin, deletedArticle.id);
    await restoreArticle(admin, deletedArticle.id);
    expect(await publishDue()).toBe(0);

    const rounds = await Promise.all([publishDue(inMinutes(10)), publishDue(inMinutes(10))]);
    expect(rounds.reduce((sum, count) => sum + count)).toBe(1);
    expect(
      await Promise.all([dueArticle, laterArticle, cancelledArticle, deletedArticle].map(({ id }) => statusOf(id))),
    ).toEqual(["published", "draft", "draft", "draft"]);
    const row = await articleForAdmin(admin, dueArticle.id);
    expect(row).toMatchObject({ scheduledAt: null, publishedAt: expect.any(String) });
    const { revisions } = await articleHistory(admin, row, 1);
    expect(revisions.map(({ action, userName }) => [action, userName])).toEqual([
      ["published", ""],
      ["created", "Carla Curator"],
    ]);
    const log = await db
      .selectFrom("auditLog")
      .selectAll()
      .where("subjectId", "=", dueArticle.id)
      .orderBy("rowId")
      .execute();
    expect(log.at(-1)).toMatchObject({ action: "article published", userId: null, userName: "" });
  });

  test("EV09 publishes AI text only without open problems; otherwise it stays a draft, and the dashboard lists it", async () => {
    const addAiDraft = async (title: string) => {
      const { id } = await addDraft({ title, body: "One. Two." });
      await db.updateTable("articles").set({ aiModel: "a-model" }).where("id", "=", id).execute();
      return editArticle(admin, id, { scheduledAt: inMinutes(5), acceptedReason: "Read by me" }, site);
    };
    const [acceptedDraft, changedDraft] = [await addAiDraft("Accepted"), await addAiDraft("Changed")];
    const edit = { body: "One. Two. She won every prize.", scheduledAt: inMinutes(6) };
    for (const reason of [{}, { acceptedReason: " \n" }])
      await expect(editArticle(admin, changedDraft.id, { ...edit, ...reason }, site)).rejects.toBeInstanceOf(
        PublishingConflict,
      );
    const openProblems = () => unsupportedTexts(admin);
    expect(await openProblems()).toEqual([]);

    expect(await publishDue(inMinutes(10))).toBe(1);
    expect(await Promise.all([acceptedDraft, changedDraft].map(({ id }) => statusOf(id)))).toEqual([
      "published",
      "draft",
    ]);
    const acceptance = db.selectFrom("auditLog").select("detail").where("action", "=", "publishing problem accepted");
    const acceptedTexts = await acceptance.where("subjectId", "=", acceptedDraft.id).orderBy("rowId").execute();
    expect(acceptedTexts.map(({ detail }) => detail)).toEqual([
      "“One.” is in a text of AI and has no source: Read by me",
      "“Two.” is in a text of AI and has no source: Read by me",
    ]);
    const withoutProblems = articleSubject(await articleForAdmin(admin, acceptedDraft.id));
    expect(await db.transaction().execute((tx) => listUnsupported(tx, withoutProblems))).toBe(false);
    expect(await articleForAdmin(admin, changedDraft.id)).toMatchObject({ scheduledAt: null, body: edit.body });
    const path = `/admin/articles/${changedDraft.id}/sources`;
    expect(await openProblems()).toEqual([{ path, name: "Changed" }]);
    const log = await db
      .selectFrom("auditLog")
      .selectAll()
      .where("subjectId", "=", changedDraft.id)
      .orderBy("rowId")
      .execute();
    expect(log.at(-1)).toMatchObject({ action: "article not published", userId: null });
    expect(await publishDue(inMinutes(10))).toBe(0);

    await editArticle(admin, changedDraft.id, { scheduledAt: inMinutes(20), acceptedReason: "I was there" }, site);
    expect(await publishDue(inMinutes(30))).toBe(1);
    expect([await statusOf(changedDraft.id), await openProblems()]).toEqual(["published", []]);
    await pruneUnsupported();
    expect(await db.selectFrom("unsupportedTexts").select("rowId").execute()).toEqual([]);

    // SQLite gives the row number of the deleted article to the next article, which must not inherit its problems.
    const listedDraft = await addDraft({ title: "Listed", body: "She won every prize." });
    await db.updateTable("articles").set({ aiModel: "a-model" }).where("id", "=", listedDraft.id).execute();
    const row = await articleForAdmin(admin, listedDraft.id);
    await db.transaction().execute((tx) => listUnsupported(tx, articleSubject(row)));
    expect(await openProblems()).toHaveLength(1);
    await removeArticle(db, row.rowId);
    const nextDraft = await addDraft({ title: "Another draft", body: "Nobody asked for it." });
    await db.updateTable("articles").set({ aiModel: "a-model" }).where("id", "=", nextDraft.id).execute();
    expect(await openProblems()).toEqual([]);
  });

  test.skipIf(onPostgres)("is checked every minute, and a time missed during downtime is made up for", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: Date.now() });
    const [missedArticle, nextArticle] = [
      await addDraft({ scheduledAt: inMinutes(1) }),
      await addDraft({ scheduledAt: inMinutes(61) }),
    ];
    vi.setSystemTime(Date.now() + 60 * 60_000);
    const loop = startPublishing();
    await eventually(async () => expect(await statusOf(missedArticle.id)).toBe("published"));
    expect(await statusOf(nextArticle.id)).toBe("draft");
    await eventually(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    await eventually(async () => expect(await statusOf(nextArticle.id)).toBe("published"));
    await loop.stop();
  });
});

test("D62 a former version brings back its texts, not its schedule", async () => {
  const { id } = await addDraft({ title: "Former title" });
  await editArticle(admin, id, { scheduledAt: inMinutes(5) }, site);
  await editArticle(admin, id, { title: "Present title", scheduledAt: "" }, site);
  const { revisions } = await articleHistory(admin, await articleForAdmin(admin, id), 1);
  await restoreArticleRevision(admin, id, { revision: revisions[1]?.number });
  expect(await articleForAdmin(admin, id)).toMatchObject({ title: "Former title", scheduledAt: null });
});

test("D62 a former version whose lead picture was deleted leaves the present picture with its own description", async () => {
  const store = async (width: number) =>
    storeImage(admin, await testImage("png", width, 40), { name: "picture", origin: "upload" });
  const [formerImage, presentImage] = [await store(50), await store(60)];
  const former = { title: "Former title", imageUrl: formerImage.url, imageAlt: "A former clock" };
  const { id } = await addDraft(former);
  const present = { imageUrl: presentImage.url, imageAlt: "A present mouse" };
  await editArticle(admin, id, { title: "Present title", ...present }, site);
  const { revisions } = await articleHistory(admin, await articleForAdmin(admin, id), 1);
  const restoreFormer = () => restoreArticleRevision(admin, id, { revision: revisions[1]?.number });
  await restoreFormer();
  expect(await articleForAdmin(admin, id)).toMatchObject(former);
  await editArticle(admin, id, { title: "Present title", ...present }, site);
  await deleteImage(admin, { id: formerImage.id });
  await restoreFormer();
  expect(await articleForAdmin(admin, id)).toMatchObject({ title: "Former title", ...present });
});

describe("D61 a draft", () => {
  test("is stored for each editor, and discarding it leaves the drafts of others", async () => {
    const colleague = asAdmin(await addMember({ role: "admin" }));
    const { id, updatedAt } = await addDraft();
    for (const editor of [admin, colleague])
      await storeArticleDraft(editor, id, { fields: { title: `Of ${editor.id}` }, basedOn: updatedAt });
    await discardArticleDraft(admin, id);
    const row = await articleForAdmin(admin, id);
    expect(await articleDraft(admin, row)).toBeNull();
    expect(await articleDraft(colleague, row)).toMatchObject({ form: { title: `Of ${colleague.id}` } });
  });

  test("stays while the article is in the trash, also if the form is stored once more", async () => {
    const { id, updatedAt } = await addDraft();
    const store = (title: string) => storeArticleDraft(admin, id, { fields: { title }, basedOn: updatedAt });
    await store("Typed");
    await trashArticle(admin, id);
    await store("Typed further");
    await restoreArticle(admin, id);
    expect(await articleDraft(admin, await articleForAdmin(admin, id))).toMatchObject({
      form: { title: "Typed further" },
    });
  });

  test("is refused once the other drafts of its editor have 20,000,000 characters", async () => {
    const [article, fullDraft] = [await addDraft(), await addDraft({ title: "Full" })];
    const colleague = asAdmin(await addMember({ role: "admin" }));
    const form = { fields: { title: "Changed" }, basedOn: article.updatedAt };
    const { rowId } = await articleForAdmin(admin, fullDraft.id);
    const row = { articleRowId: rowId, userId: admin.id, basedOn: "", updatedAt: new Date().toISOString() };
    await db
      .insertInto("articleDrafts")
      .values({ ...row, fields: JSON.stringify({ body: "x".repeat(19_999_989) }) })
      .execute();
    await expect(storeArticleDraft(admin, article.id, form)).rejects.toMatchObject({
      problem: "conflict",
      message: "There is no room for more unsaved articles. Please save or discard some first.",
    });
    expect(await articleDraft(admin, await articleForAdmin(admin, article.id))).toBeNull();
    expect(await storeArticleDraft(colleague, article.id, form)).toEqual({ keptAt: expect.any(String) });
    // A draft may replace itself, whatever its size.
    await storeArticleDraft(admin, fullDraft.id, form);
    expect(await storeArticleDraft(admin, article.id, form)).toEqual({ keptAt: expect.any(String) });
  });

  test("is not open at a share link that was taken back, also when it is shared again", async () => {
    const { id, slug } = await addDraft();
    const share = async (isShared: boolean) => {
      await shareArticle(admin, id, { share: isShared });
      return (await articleForAdmin(admin, id)).shareToken;
    };
    const isOpen = (token: string) =>
      openArticle(slug, { token, readEditor: async () => null }).then(
        () => true,
        ({ problem }) => problem !== "missing",
      );
    const formerToken = await share(true);
    expect(await isOpen(formerToken)).toBe(true);
    await share(false);
    expect(await isOpen(formerToken)).toBe(false);
    const presentToken = await share(true);
    expect([await isOpen(formerToken), await isOpen(presentToken)]).toEqual([false, true]);
  });
});

describe("D61 the trash", () => {
  test("deletes an article after 30 days, and no sooner", async () => {
    const { id } = await addDraft();
    await trashArticle(admin, id);
    expect((await articleTrash(admin, 1)).trashed).toEqual([
      expect.objectContaining({ id, deletedBy: "Carla Curator", daysLeft: 30 }),
    ]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 29 * 24 * 60 * 60_000 });
    expect(await purgeOldArticles()).toBe(0);
    vi.setSystemTime(Date.now() + 2 * 24 * 60 * 60_000);
    expect(await purgeOldArticles()).toBe(1);
    await expect(articleForAdmin(admin, id)).rejects.toMatchObject({ problem: "missing" });
    expect(await db.selectFrom("articleRevisions").selectAll().execute()).toEqual([]);
  });

  test("closes the gap of a featured article, which comes back to its place while there is room", async () => {
    const ids: string[] = [];
    for (const title of ["First", "Second", "Third"]) ids.push((await addDraft({ title, status: "published" })).id);
    for (const id of ids) await setArticleFeatured(admin, id, { featured: true });
    const readPlaces = () => Promise.all(ids.map(async (id) => (await articleForAdmin(admin, id)).featuredPosition));
    const placesBefore = await readPlaces();
    await trashArticle(admin, ids[1] as string);
    expect(await readPlaces()).toEqual([placesBefore[0], null, placesBefore[1]]);
    await restoreArticle(admin, ids[1] as string);
    expect(await readPlaces()).toEqual(placesBefore);
  });

  test("does not give back a featured place that others have taken", async () => {
    const firstArticle = await addDraft({ status: "published" });
    const otherArticles = await Promise.all([1, 2, 3, 4].map(() => addDraft({ status: "published" })));
    await setArticleFeatured(admin, firstArticle.id, { featured: true });
    await trashArticle(admin, firstArticle.id);
    for (const { id } of otherArticles) await setArticleFeatured(admin, id, { featured: true });
    expect(await restoreArticle(admin, firstArticle.id)).toMatchObject({ status: "published", featured: false });
  });
});

test("D62 D63 an article that became a draft is not featured when it comes back from the trash or from a former version", async () => {
  const { id } = await addDraft({ title: "Former title", status: "published" });
  await setArticleFeatured(admin, id, { featured: true });
  await editArticle(admin, id, { title: "Present title" }, site);
  await trashArticle(admin, id);
  expect(await restoreArticle(admin, id)).toMatchObject({ status: "published", featured: true });
  await editArticle(admin, id, { status: "draft" }, site);
  await trashArticle(admin, id);
  expect(await restoreArticle(admin, id)).toMatchObject({ status: "draft", featured: false });
  const { revisions } = await articleHistory(admin, await articleForAdmin(admin, id), 1);
  for (const { number, action } of revisions) {
    await restoreArticleRevision(admin, id, { revision: number }).catch(({ problem }) => problem);
    const { status, featuredPosition } = await articleForAdmin(admin, id);
    expect([action, status, featuredPosition]).toEqual([action, "draft", null]);
  }
});

test("D62 an article keeps the name of a deleted expert when it is edited or restored to a revision", async () => {
  await importExperts([{ name: "Gina Gone", slug: "gina-gone" }], { origin: "editor" });
  const { id, expert } = await addDraft({ expert: "/gina-gone", onProfile: true });
  expect(expert).toMatchObject({ name: "Gina Gone" });
  await editArticle(admin, id, { expert: "", onProfile: false }, site);
  await trashExpert(admin, "gina-gone");
  await expect(editArticle(admin, id, { expert: "Gina Gone" }, site)).rejects.toMatchObject({ problem: "invalid" });
  await purgeExpert(admin, "gina-gone");
  const { revisions } = await articleHistory(admin, await articleForAdmin(admin, id), 1);
  const restoredArticle = await restoreArticleRevision(admin, id, { revision: revisions.at(-1)?.number });
  expect(restoredArticle).toMatchObject({ expert: null, expertName: "Gina Gone", onProfile: true });
  const editedArticle = await editArticle(admin, id, { ...restoredArticle, title: "Another title" }, site);
  expect(editedArticle).toMatchObject({ title: "Another title", expertName: "Gina Gone" });
  expect(await editArticle(admin, id, { expert: "", onProfile: false }, site)).toMatchObject({ expertName: "" });
});

test("D62 asks which expert is meant when two have the same name", async () => {
  await importExperts([{ name: "Wei Zhang" }, { name: "Wei Zhang" }], { origin: "editor" });
  const { id } = await addDraft();
  await expect(editArticle(admin, id, { expert: "wei zhang" }, site)).rejects.toMatchObject({
    fieldErrors: { expert: "Several experts are called Wei Zhang. Please enter one of: /wei-zhang, /wei-zhang-2." },
  });
  const { expert } = await editArticle(admin, id, { expert: "Wei Zhang, /wei-zhang-2" }, site);
  expect(expert).toMatchObject({ name: "Wei Zhang" });
  await expect(editArticle(admin, id, { expert: "Zhang" }, site)).rejects.toMatchObject({
    fieldErrors: { expert: expect.stringContaining("Perhaps: Wei Zhang.") },
  });
});

test.skipIf(onPostgres)("AR03 every page of the list is read along an index, from the nearer end", async () => {
  const now = Date.now();
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < 130; n++) {
      const at = new Date(now + n).toISOString();
      const status = n % 3 === 0 ? "draft" : "published";
      const type = n % 2 === 0 ? "expertise-tip" : "research-insight";
      const commonFields = { expertRowId: null, expertName: "", excerpt: "", body: "", origin: "editor" };
      await addArticle(tx, { title: `Article ${n}`, status, type, createdAt: at, updatedAt: at, ...commonFields });
    }
  });
  for (const status of ["", "draft", "published"] as const) {
    for (const type of ["", "expertise-tip"]) {
      const listedTimes: string[] = [];
      const query = { search: "", status, type, limit: 20 };
      const { total, totalPages } = await adminArticles(admin, { ...query, page: 1 });
      for (let page = 1; page <= totalPages + 1; page++)
        listedTimes.push(
          ...(await adminArticles(admin, { ...query, page })).articles.map(({ createdAt }) => createdAt),
        );
      expect(listedTimes).toHaveLength(total);
      expect(listedTimes).toEqual(listedTimes.toSorted().reverse());

      const where = [`"deletedAt" is null`, status && `"status" = ?`, type && `"type" = ?`]
        .filter(Boolean)
        .join(" and ");
      const plan = await readDb.executeQuery<{ detail: string }>(
        CompiledQuery.raw(
          `EXPLAIN QUERY PLAN SELECT "rowId" FROM "articles" WHERE ${where} ORDER BY "createdAt" DESC, "rowId" DESC LIMIT 20`,
          [status, type].filter(Boolean),
        ),
      );
      expect(plan.rows.map(({ detail }) => detail)).toEqual([
        expect.stringMatching(/^SEARCH articles USING COVERING INDEX/),
      ]);
    }
  }
});
