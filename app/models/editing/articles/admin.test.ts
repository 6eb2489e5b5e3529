import { CompiledQuery } from "kysely";
/**
 * Tests changes of articles without an admin at the page: schedules, the end of the trash, deleted experts; and long lists.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, migrate, readDb } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { purgeExpert, trashExpert } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { articleForAdmin } from "~/models/records/articles/rows.server";
import { removeArticle } from "~/models/records/articles/write.server";
import { addArticle } from "~/models/records/publish/article-rows.server";
import { PublishingConflict } from "~/models/records/sources/gate.server";
import { articleSubject } from "~/models/records/sources/subjects.server";
import { listUnsupported, pruneUnsupported, unsupportedTexts } from "~/models/records/sources/unsupported.server";
import "~/models/whole/parts.server";
import { onPostgres } from "../../../../test/support/database";
import { eventually } from "../../../../test/support/eventually";
import { member } from "../../../../test/support/members";
import { adminArticles } from "./admin-list.server";
import { createArticle, editArticle } from "./edit.server";
import { setArticleFeatured } from "./featured.server";
import { articleHistory, restoreArticleRevision } from "./history.server";
import { publishDue, startPublishing } from "./schedule.server";
import { articleTrash, purgeOldArticles, restoreArticle, trashArticle } from "./trash.server";

let admin: Admin;
const site = { origin: "https://site.example" };

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await member({ role: "admin", firstName: "Carla", lastName: "Curator" }));
});
beforeEach(async () => {
  for (const { rowId } of await db.selectFrom("articles").select("rowId").execute()) await removeArticle(db, rowId);
});
afterEach(() => {
  vi.useRealTimers();
});

const make = (record: object = {}) => createArticle(admin, { title: "An article", body: "Text.", ...record }, site);
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const statusOf = async (id: string) => (await articleForAdmin(admin, id)).status;

describe("D62 a schedule", () => {
  test("publishes what is due, once, by nobody; not what was cancelled, deleted, or has time", async () => {
    const due = await make({ scheduledAt: inMinutes(5) });
    const [later, cancelled, deleted] = [
      await make({ scheduledAt: inMinutes(50) }),
      await make({ scheduledAt: inMinutes(5) }),
      await make({ scheduledAt: inMinutes(5) }),
    ];
    await editArticle(admin, cancelled.id, { scheduledAt: "" }, site);
    await trashArticle(admin, deleted.id);
    await restoreArticle(admin, deleted.id);
    expect(await publishDue()).toBe(0);

    const rounds = await Promise.all([publishDue(inMinutes(10)), publishDue(inMinutes(10))]);
    expect(rounds.reduce((sum, count) => sum + count)).toBe(1);
    expect(await Promise.all([due, later, cancelled, deleted].map(({ id }) => statusOf(id)))).toEqual([
      "published",
      "draft",
      "draft",
      "draft",
    ]);
    const row = await articleForAdmin(admin, due.id);
    expect(row).toMatchObject({ scheduledAt: null, publishedAt: expect.any(String) });
    const { revisions } = await articleHistory(admin, row, 1);
    expect(revisions.map(({ action, userName }) => [action, userName])).toEqual([
      ["published", ""],
      ["created", "Carla Curator"],
    ]);
    const log = await db.selectFrom("auditLog").selectAll().where("subjectId", "=", due.id).orderBy("rowId").execute();
    expect(log.at(-1)).toMatchObject({ action: "article published", userId: null, userName: "" });
  });

  test("EV09 publishes what AI wrote only while nothing stands against it; else it stays a draft, and the dashboard says so", async () => {
    const byAi = async (title: string) => {
      const { id } = await make({ title, body: "One. Two." });
      await db.updateTable("articles").set({ aiModel: "a-model" }).where("id", "=", id).execute();
      return editArticle(admin, id, { scheduledAt: inMinutes(5), acceptedReason: "Read by me" }, site);
    };
    const [accepted, changed] = [await byAi("Accepted"), await byAi("Changed")];
    const edit = { body: "One. Two. She won every prize.", scheduledAt: inMinutes(6) };
    await expect(editArticle(admin, changed.id, edit, site)).rejects.toBeInstanceOf(PublishingConflict);
    const open = () => unsupportedTexts(admin);
    expect(await open()).toEqual([]);

    expect(await publishDue(inMinutes(10))).toBe(1);
    expect(await Promise.all([accepted, changed].map(({ id }) => statusOf(id)))).toEqual(["published", "draft"]);
    expect(await articleForAdmin(admin, changed.id)).toMatchObject({ scheduledAt: null, body: edit.body });
    const path = `/admin/articles/${changed.id}/sources`;
    expect(await open()).toEqual([{ path, name: "Changed" }]);
    const log = await db
      .selectFrom("auditLog")
      .selectAll()
      .where("subjectId", "=", changed.id)
      .orderBy("rowId")
      .execute();
    expect(log.at(-1)).toMatchObject({ action: "article not published", userId: null });
    expect(await publishDue(inMinutes(10))).toBe(0);

    await editArticle(admin, changed.id, { scheduledAt: inMinutes(20), acceptedReason: "I was there" }, site);
    expect(await publishDue(inMinutes(30))).toBe(1);
    expect([await statusOf(changed.id), await open()]).toEqual(["published", []]);
    await pruneUnsupported();
    expect(await db.selectFrom("unsupportedTexts").select("rowId").execute()).toEqual([]);

    // Uses the row number again, which SQLite gives to the next article.
    const last = await make({ title: "Listed", body: "She won every prize." });
    await db.updateTable("articles").set({ aiModel: "a-model" }).where("id", "=", last.id).execute();
    const row = await articleForAdmin(admin, last.id);
    await db.transaction().execute((tx) => listUnsupported(tx, articleSubject(row)));
    expect(await open()).toHaveLength(1);
    await removeArticle(db, row.rowId);
    const next = await make({ title: "Another draft", body: "Nobody asked for it." });
    await db.updateTable("articles").set({ aiModel: "a-model" }).where("id", "=", next.id).execute();
    expect(await open()).toEqual([]);
  });

  test.skipIf(onPostgres)("is kept after downtime, and every minute", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: Date.now() });
    const [missed, next] = [await make({ scheduledAt: inMinutes(1) }), await make({ scheduledAt: inMinutes(61) })];
    vi.setSystemTime(Date.now() + 60 * 60_000);
    const loop = startPublishing();
    await eventually(async () => expect(await statusOf(missed.id)).toBe("published"));
    expect(await statusOf(next.id)).toBe("draft");
    await eventually(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    await eventually(async () => expect(await statusOf(next.id)).toBe("published"));
    await loop.stop();
  });
});

describe("D61 the trash", () => {
  test("forgets after 30 days, and no sooner", async () => {
    const { id } = await make();
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

  test("gives no place back that others have taken", async () => {
    const first = await make({ status: "published" });
    const otherArticles = await Promise.all([1, 2, 3, 4].map(() => make({ status: "published" })));
    await setArticleFeatured(admin, first.id, { featured: true });
    await trashArticle(admin, first.id);
    for (const { id } of otherArticles) await setArticleFeatured(admin, id, { featured: true });
    expect(await restoreArticle(admin, first.id)).toMatchObject({ status: "published", featured: false });
  });
});

test("D62 an article keeps the name of an expert who is gone, through editing and going back", async () => {
  await importExperts([{ name: "Gina Gone", slug: "gina-gone" }], { origin: "editor" });
  const { id, expert } = await make({ expert: "/gina-gone", onProfile: true });
  expect(expert).toMatchObject({ name: "Gina Gone" });
  await editArticle(admin, id, { expert: "", onProfile: false }, site);
  await trashExpert(admin, "gina-gone");
  await expect(editArticle(admin, id, { expert: "Gina Gone" }, site)).rejects.toMatchObject({ problem: "invalid" });
  await purgeExpert(admin, "gina-gone");
  const { revisions } = await articleHistory(admin, await articleForAdmin(admin, id), 1);
  const back = await restoreArticleRevision(admin, id, { revision: revisions.at(-1)?.number });
  expect(back).toMatchObject({ expert: null, expertName: "Gina Gone", onProfile: true });
  const edited = await editArticle(admin, id, { ...back, title: "Another title" }, site);
  expect(edited).toMatchObject({ title: "Another title", expertName: "Gina Gone" });
  expect(await editArticle(admin, id, { expert: "", onProfile: false }, site)).toMatchObject({ expertName: "" });
});

test("D62 of two experts with one name an article asks which", async () => {
  await importExperts([{ name: "Wei Zhang" }, { name: "Wei Zhang" }], { origin: "editor" });
  const { id } = await make();
  await expect(editArticle(admin, id, { expert: "wei zhang" }, site)).rejects.toMatchObject({
    fieldErrors: { expert: "Several are called Wei Zhang. Please enter one of: /wei-zhang, /wei-zhang-2." },
  });
  const { expert } = await editArticle(admin, id, { expert: "Wei Zhang, /wei-zhang-2" }, site);
  expect(expert).toMatchObject({ name: "Wei Zhang" });
  await expect(editArticle(admin, id, { expert: "Zhang" }, site)).rejects.toMatchObject({
    fieldErrors: { expert: expect.stringContaining("Perhaps: Wei Zhang.") },
  });
});

test.skipIf(onPostgres)("AR03 every page of the list is a walk along an index, from the nearer end", async () => {
  const now = Date.now();
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < 130; n++) {
      const at = new Date(now + n).toISOString();
      const status = n % 3 === 0 ? "draft" : "published";
      const type = n % 2 === 0 ? "expertise-tip" : "research-insight";
      const common = { expertRowId: null, expertName: "", excerpt: "", body: "", origin: "editor" };
      await addArticle(tx, { title: `Article ${n}`, status, type, createdAt: at, updatedAt: at, ...common });
    }
  });
  for (const status of ["", "draft", "published"] as const) {
    for (const type of ["", "expertise-tip"]) {
      const all: string[] = [];
      const query = { search: "", status, type, limit: 20 };
      const { total, totalPages } = await adminArticles(admin, { ...query, page: 1 });
      for (let page = 1; page <= totalPages + 1; page++)
        all.push(...(await adminArticles(admin, { ...query, page })).articles.map(({ createdAt }) => createdAt));
      expect(all).toHaveLength(total);
      expect(all).toEqual(all.toSorted().reverse());

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
