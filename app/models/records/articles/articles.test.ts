import { CompiledQuery } from "kysely";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type ArticleRow, db, migrate, readDb } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { renderArticle } from "~/models/base/markdown/markdown.server";
import { createArticle } from "~/models/editing/articles/edit.server";
import { editExpert } from "~/models/editing/experts/admin-list.server";
import { addExperts } from "~/models/editing/experts/write.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { addArticle, changeArticle, type NewArticle } from "~/models/records/publish/article-rows.server";
import { sitemap } from "~/models/whole/sitemap/sitemap.server";
import { article } from "../../../../test/support/articles";
import { onPostgres } from "../../../../test/support/database";
import { addMember } from "../../../../test/support/members";
import {
  type ArticleQuery,
  articleCounts,
  articlesOfExpert,
  findArticle,
  listArticles,
  newestArticleTexts,
  relatedArticles,
} from "./articles.server";
import { articleFeed } from "./feeds.server";
import { sourceOf } from "./page.server";
import { articleSlug, slugFromContent } from "./slug.server";
import { readingTime, withoutTitle, wordCount } from "./text";
import { removeArticle } from "./write.server";

beforeAll(async () => {
  await migrate(db);
});
beforeEach(async () => {
  for (const { rowId } of await db.selectFrom("articles").select("rowId").execute()) await removeArticle(db, rowId);
});

const storeArticle = (fields: NewArticle) => db.transaction().execute((tx) => addArticle(tx, fields));
const change = (row: ArticleRow, changes: Parameters<typeof changeArticle>[2]) =>
  db.transaction().execute((tx) => changeArticle(tx, row, changes));
const allArticles: ArticleQuery = { page: 1, limit: 12, search: "", type: "" };
const titles = async (query: Partial<ArticleQuery>) =>
  (await listArticles({ ...allArticles, ...query })).articles.map(({ title }) => title);

describe("the address of an article", () => {
  test.each([
    ["# Heading\n\ntext\n\n**The Bold Line: Wins!**", "the-bold-line-wins"],
    ["__Bold in another way__\n# Heading", "bold-in-another-way"],
    ["some **bold** words in a line\n# The Heading #", "the-heading"],
    ["## Second level\n#no heading\n# First level", "first-level"],
    ["short\n\n  A line long enough  \nanother long line", "a-line-long-enough"],
    ["Æther & Ünïcode, naïvely résuméd", "aether-unicode-naively-resumed"],
    ["# It's   2×  as  anti-ageing (really)", "its-2-as-antiageing-really"],
    ["# 長寿の科学", "changshounokexue"],
    ["# **Bold heading**", "bold-heading"],
    ["tiny", "preview-article"],
    ["# ?!", "preview-article"],
    ["", "preview-article"],
    [`# ${"long ".repeat(40)}`, "long-".repeat(16).slice(0, -1)],
  ])("PW12 D47 derives a slug from the content %j", (content, slug) => {
    if (slug === "changshounokexue") expect(slugFromContent(content)).toMatch(/^[a-z0-9-]+$/);
    else expect(slugFromContent(content)).toBe(slug);
  });

  test("D47 D62 gives no two articles the same slug, present or former, and lets an article take back its own", async () => {
    const firstArticle = await storeArticle(article("One of a kind"));
    const secondArticle = await storeArticle(article("Öne of a kind!"));
    expect([firstArticle.slug, secondArticle.slug]).toEqual(["one-of-a-kind", "one-of-a-kind-2"]);
    const movedArticle = await change(firstArticle, { slug: "Elsewhere now" });
    expect(movedArticle.slug).toBe("elsewhere-now");
    expect(await articleSlug(db, "One of a kind")).toBe("one-of-a-kind-3");
    expect(await articleSlug(db, "One of a kind", { except: firstArticle.rowId })).toBe("one-of-a-kind");
    expect((await findArticle("one-of-a-kind")).slug).toBe("elsewhere-now");
    const restoredArticle = await change(movedArticle, { slug: "one-of-a-kind" });
    expect((await findArticle("elsewhere-now")).slug).toBe(restoredArticle.slug);
    await removeArticle(db, firstArticle.rowId);
    expect(await db.selectFrom("articleSlugs").selectAll().execute()).toEqual([]);
    expect(await articleSlug(db, "Elsewhere now")).toBe("elsewhere-now");
  });
});

describe("a changed article", () => {
  test("D62 a draft or a trashed article is neither featured nor listed nor a search result", async () => {
    const row = await storeArticle(article("Telomeres today", { featuredPosition: 1, tags: ["cell biology"] }));
    expect(row.publishedAt).not.toBeNull();
    expect(await titles({ search: "telom" })).toEqual(["Telomeres today"]);
    expect(await titles({ search: "biology" })).toEqual(["Telomeres today"]);
    const draft = await change(row, { status: "draft" });
    expect([draft.featuredPosition, draft.publishedAt]).toEqual([null, row.publishedAt]);
    expect([await titles({}), await titles({ search: "telom" })]).toEqual([[], []]);
    const republishedArticle = await change(draft, { status: "published", body: "Now about mitochondria." });
    expect(await titles({ search: "mitochondria" })).toEqual(["Telomeres today"]);
    expect(await titles({ search: "text" })).toEqual([]);
    const trashedArticle = await change(republishedArticle, { deletedAt: new Date().toISOString() });
    expect([await titles({}), await titles({ search: "mitochondria" })]).toEqual([[], []]);
    await expect(findArticle(trashedArticle.slug)).rejects.toMatchObject({ problem: "missing" });
    expect(await articleCounts()).toEqual({ "": 0, "research-insight": 0 });
  });

  test("D63 featuring an article does not change updatedAt, so an open editor sees no conflict", async () => {
    const row = await storeArticle(article("Stars"));
    const starredArticle = await change(row, { featuredPosition: 1 });
    expect([starredArticle.featuredPosition, starredArticle.updatedAt]).toEqual([1, row.updatedAt]);
    const editedArticle = await change(starredArticle, { title: "More stars" });
    expect(editedArticle.updatedAt > row.updatedAt).toBe(true);
  });
});

describe("PA01 D64 the list", () => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString();

  test("lists featured articles in their order, then the newest, each once, for every page size", async () => {
    for (let n = 1; n <= 30; n++) {
      const type = n % 3 ? "research-insight" : "expertise-tip";
      const featuredPosition = { 5: 2, 12: 1, 20: 4, 21: 3 }[n] ?? null;
      await storeArticle(article(`No ${n}`, { type, featuredPosition, publishedAt: day(n) }));
    }
    const otherNumbers = (numbers: number[]) => numbers.filter((n) => ![12, 5, 21, 20].includes(n)).reverse();
    const allNumbers = Array.from({ length: 30 }, (_, index) => index + 1);
    const expectedTitles = [12, 5, 21, 20, ...otherNumbers(allNumbers)].map((n) => `No ${n}`);
    for (const limit of [1, 3, 4, 5, 12, 100]) {
      const pages = Math.ceil(30 / limit);
      const listedTitles: string[] = [];
      for (let page = 1; page <= pages; page++) listedTitles.push(...(await titles({ page, limit })));
      expect([limit, listedTitles]).toEqual([limit, expectedTitles]);
      expect(await listArticles({ ...allArticles, page: pages + 1, limit })).toMatchObject({ articles: [], total: 30 });
    }
    const tipTitles = [12, 21, ...otherNumbers(allNumbers.filter((n) => n % 3 === 0))].map((n) => `No ${n}`);
    expect(await titles({ type: "expertise-tip" })).toEqual(tipTitles);
    expect(await titles({ type: "no such" })).toEqual([]);
    expect(await titles({ search: "no", type: "expertise-tip", limit: 100 })).toHaveLength(10);
    expect(await titles({ search: "no", type: "★" })).toEqual([]);
    expect(await articleCounts()).toEqual({ "": 30, "expertise-tip": 10, "research-insight": 20 });
    const nearestPage = await listArticles({ ...allArticles, page: 99 }, { nearest: true });
    expect([nearestPage.currentPage, nearestPage.articles.length]).toEqual([3, 6]);
  });

  test.skipIf(onPostgres)("every query of the readers' pages uses an index", async () => {
    await addExperts(db, [{ name: "Ada Plan", slug: "ada-plan" }], { origin: "import" });
    const expert = await db.selectFrom("experts").select(["id", "rowId"]).executeTakeFirstOrThrow();
    await storeArticle(article("Planned", { expertRowId: expert.rowId, featuredPosition: 1 }));
    await storeArticle(article("Planned too", { expertRowId: expert.rowId, type: "expertise-tip", onProfile: 1 }));
    const execute = vi.spyOn(readDb.getExecutor(), "executeQuery");
    for (const query of [{}, { page: 2, limit: 1 }, { type: "expertise-tip" }, { search: "planned" }])
      await listArticles({ ...allArticles, ...query });
    await articleCounts();
    await relatedArticles(await findArticle("planned"), 3);
    for (const onProfile of [true, false]) await articlesOfExpert(expert.id, { onProfile, limit: 5 });
    await newestArticleTexts(20);
    const callsBeforeSitemap = execute.mock.calls.length;
    await sitemap("http://localhost", 1);
    const articleQueries = execute.mock.calls.filter(
      ([{ sql }], index) => index < callsBeforeSitemap || /from "articles"/.test(sql),
    );
    execute.mockRestore();
    const plans: string[] = [];
    for (const [{ sql, parameters }] of articleQueries) {
      const explainQuery = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters]);
      const { rows } = await readDb.executeQuery<{ detail: string }>(explainQuery);
      plans.push(...rows.map(({ detail }) => `${detail} | ${sql}`));
    }
    expect(plans.length).toBeGreaterThan(15);
    const slowPlan = /^(SCAN (?!found \||\w+ VIRTUAL TABLE INDEX|\d+-ROW)|USE TEMP B-TREE)/;
    expect(plans.filter((plan) => slowPlan.test(plan))).toEqual([]);
    // Reads featured articles by position, not among all published ones.
    expect(plans.find((plan) => /featuredPosition" is not null/.test(plan))).toContain("articlesBy_featuredPosition");
  });
});

describe("PA02 the page", () => {
  test("D65 relates articles of the same expert, then of the same type, earlier ones first, and never itself", async () => {
    await addExperts(db, [{ name: "Ada Next", slug: "ada-next" }], { origin: "import" });
    const { rowId } = await db
      .selectFrom("experts")
      .select("rowId")
      .where("slug", "=", "ada-next")
      .executeTakeFirstOrThrow();
    const at = (day: number) => ({ publishedAt: new Date(Date.UTC(2026, 1, day)).toISOString() });
    const tip = { type: "expertise-tip" };
    await storeArticle(article("Later of its kind", at(9)));
    await storeArticle(article("Subject", { expertRowId: rowId, ...at(5) }));
    await storeArticle(article("Earlier of its kind", at(3)));
    await storeArticle(article("Other kind", { ...tip, ...at(8) }));
    await storeArticle(article("Of the expert", { ...tip, expertRowId: rowId, ...at(1) }));
    await storeArticle(article("Draft of the expert", { expertRowId: rowId, status: "draft" }));
    const subject = await findArticle("subject");
    const relatedTitles = (await relatedArticles(subject, 4)).map(({ title }) => title);
    expect(relatedTitles).toEqual(["Of the expert", "Earlier of its kind", "Later of its kind", "Other kind"]);
    expect(await relatedArticles(subject, 1)).toHaveLength(1);
  });

  test("is found by the present name of the person that it is about", async () => {
    const admin = asAdmin(await addMember({ role: "admin" }));
    await addExperts(db, [{ name: "Ada Former", slug: "ada-former" }], { origin: "import" });
    const { id } = await expertForAdmin(admin, "ada-former");
    const text = { title: "Of somebody", body: "Text.", type: "expertise-tip", status: "published", expertId: id };
    await createArticle(admin, text, { origin: "https://x.example" });
    const countHits = async (search: string) => (await listArticles({ ...allArticles, search })).total;
    expect([await countHits("Former"), await countHits("Renamed")]).toEqual([1, 0]);
    await editExpert(admin, id, { name: "Ada Renamed" }, { origin: "https://x.example" });
    expect([await countHits("Former"), await countHits("Renamed")]).toEqual([0, 1]);
  });

  test.each([
    ["# The title\n\nText", "Text"],
    ["\n\n## the TITLE ##\r\nText", "Text"],
    ["**The title**\nText", "Text"],
    ["The title\nText", "The title\nText"],
    ["# Another title\nText", "# Another title\nText"],
    ["# The title", ""],
  ])("removes a first line that repeats the title: %j", (body, text) => {
    expect(withoutTitle(body, "The title")).toBe(text);
  });

  test("builds the table of contents from headings of level 2, without their markup", () => {
    const text = "# One & *two*\n\n### deeper\n\n## `Code` [link](https://a.example/)\n\n## One two";
    expect(renderArticle(text).sections).toEqual([
      { id: "section-one-two", label: "One & two" },
      { id: "section-code-link", label: "Code link" },
      { id: "section-one-two-2", label: "One two" },
    ]);
  });

  test("links a source that ends with an address", () => {
    expect(sourceOf("Fries, N Engl J Med 303:130 (1980)")).toEqual({
      label: "Fries, N Engl J Med 303:130 (1980)",
      url: null,
    });
    expect(sourceOf("Cell 153 (2013), https://doi.org/10.1016/x")).toEqual({
      label: "Cell 153 (2013)",
      url: "https://doi.org/10.1016/x",
    });
    expect(sourceOf("https://www.site.example/page")).toEqual({
      label: "site.example/page",
      url: "https://www.site.example/page",
    });
    expect(sourceOf("Bad, javascript:alert(1)").url).toBeNull();
  });

  test("counts the reading time in minutes, at least one", () => {
    expect([readingTime(""), readingTime("word ".repeat(230)), readingTime("it's ".repeat(2_300))]).toEqual([1, 1, 10]);
  });

  test("counts scripts without spaces by their letters, and combining marks as parts of words", () => {
    expect([wordCount("段落很长。"), wordCount("東京タワー"), wordCount("การนอนหลับ")]).toEqual([2, 3, 2]);
    expect([
      wordCount("हिन्दी में पढ़ना"),
      wordCount("Cafe\u0301 au lait, state-of-the-art"),
      wordCount("한국어 글"),
    ]).toEqual([3, 4, 2]);
    expect(readingTime("衰老研究".repeat(1_150))).toBe(10);
  });
});

test("PA02 every address in the text of a feed is absolute: of a page, a heading and another site", async () => {
  const body =
    "[A page](/directory), [a heading](#part), [itself](/articles/linked#part), [out](https://out.example/)\n\n## Part";
  await storeArticle(article("Linked", { body }));
  const feed = JSON.parse(await articleFeed("https://life.example", "json"));
  const hrefs = [...feed.items[0].content_html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href]) => href);
  const page = "https://life.example/articles/linked";
  expect(hrefs).toEqual([
    "https://life.example/directory",
    expect.stringMatching(new RegExp(`^${page}#[\\w-]+$`)),
    `${page}#part`,
    "https://out.example/",
  ]);
});
