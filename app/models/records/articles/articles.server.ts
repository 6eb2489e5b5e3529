import type { SelectQueryBuilder } from "kysely";
import { type ArticleRow, type Database, type Queryable, readDb, searchWords } from "~/db.server";
import { AppError } from "~/errors";
import {
  findPage,
  nearestPage,
  type PageQuery,
  pageIn,
  readSlice,
  searchIn,
  sortByRowIds,
} from "~/models/base/input/paging.server";
import { ARTICLE_TYPES } from "~/models/base/providers/choices";
import { usableImage } from "~/models/base/web/urls";
import { articleTypeLabel, MAX_FEATURED } from "./fields";
import { articlesAddress } from "./public";
import { articleRowIdAt } from "./slug.server";
import { scopeWord } from "./write.server";

const ARTICLES_PAGE_SIZE = 12;

export interface ArticleSummary {
  id: string;
  slug: string;
  title: string;
  /** "research-insight" or "expertise-tip". */
  type: string;
  excerpt: string;
  /** A path below /uploads. */
  imageUrl: string | null;
  imageAlt: string;
  tags: string[];
  /** The expert's current name; "" for none. */
  expertName: string;
  /** null without a public profile. */
  expertSlug: string | null;
  aiGenerated: boolean;
  featured: boolean;
  publishedAt: string;
  updatedAt: string;
}

export interface ArticleQuery extends PageQuery {
  search: string;
  /** "" for all; an unknown type gives no articles. */
  type: string;
}

/** Reads the JSON call's query. Throws "invalid" for a bad page or limit. */
export function articleCallQueryOf(params: URLSearchParams): ArticleQuery {
  return withFilters(pageIn(params, { limit: ARTICLES_PAGE_SIZE }), params);
}

/** Reads the page's query, with the nearest valid value for an invalid one. */
export function articlePageQueryOf(params: URLSearchParams): ArticleQuery {
  return withFilters(nearestPage(params, ARTICLES_PAGE_SIZE), params);
}

function withFilters(page: PageQuery, params: URLSearchParams): ArticleQuery {
  const type = params.get("type")?.trim() ?? "";
  return { ...page, search: searchIn(params), type: type === "all" ? "" : type };
}

/**
 * Lists articles: featured first, then newest first; a search lists newest first. `nearest` returns the last page past the
 * end.
 */
export function listArticles(query: ArticleQuery, options: { nearest?: boolean } = {}) {
  return findPage(query, options, async (offset) => {
    const { rowIds, total } = await (query.search ? matchingRowIds(query, offset) : listedRowIds(query, offset));
    return { articles: await articleSummaries(rowIds), total };
  });
}

function matchingRowIds({ search, type, limit }: ArticleQuery, offset: number) {
  const isKnown = ARTICLE_TYPES.some(({ id }) => id === type);
  const scope = ["published", ...(type ? [isKnown ? scopeWord(type) : "none"] : [])];
  return searchWords(readDb, "articleSearch", { text: search, scope, offset, limit });
}

async function listedRowIds({ type, limit }: ArticleQuery, offset: number) {
  const [total, featuredRowIds] = await Promise.all([
    countOf(type ? `published ${type}` : "published"),
    featuredArticles(type),
  ]);
  const firstRowIds = featuredRowIds.slice(offset, offset + limit);
  const remainingRange = { total: total - featuredRowIds.length, offset: Math.max(0, offset - featuredRowIds.length) };
  // Leaves out featured articles by the row number, which every index holds, so no rows are read.
  const laterRows = await readSlice({ ...remainingRange, limit: limit - firstRowIds.length, order: "desc" }, (slice) =>
    readDb
      .selectFrom("articles")
      .$call(wherePublic)
      .select("rowId")
      .where("rowId", "not in", featuredRowIds)
      .$if(type !== "", (articles) => articles.where("type", "=", type))
      .orderBy("deletedAt", slice.order)
      .orderBy("publishedAt", slice.order)
      .orderBy("rowId", slice.order)
      .limit(slice.limit)
      .offset(slice.offset)
      .execute(),
  );
  return { total, rowIds: [...firstRowIds, ...laterRows.map(({ rowId }) => rowId)] };
}

/** Counts published articles by type, and "" for all. */
export async function articleCounts(): Promise<Record<string, number>> {
  const keys = ["published", ...ARTICLE_TYPES.map(({ id }) => `published ${id}`)];
  const rows = await readDb.selectFrom("articleCounts").selectAll().where("key", "in", keys).execute();
  return Object.fromEntries(rows.map(({ key, articles }) => [key.slice("published ".length), articles]));
}

async function countOf(key: string): Promise<number> {
  const row = await readDb.selectFrom("articleCounts").select("articles").where("key", "=", key).executeTakeFirst();
  return row?.articles ?? 0;
}

/** Reads featured articles by position: otherwise SQLite would search all published articles. */
async function featuredArticles(type: string): Promise<number[]> {
  const rows = await readDb
    .selectFrom("articles")
    .select(["rowId", "type", "status", "deletedAt"])
    .where("featuredPosition", "is not", null)
    .orderBy("featuredPosition")
    .limit(MAX_FEATURED)
    .execute();
  const isShown = (row: (typeof rows)[number]) => row.status === "published" && row.deletedAt === null;
  return rows.filter((row) => isShown(row) && (!type || row.type === type)).map(({ rowId }) => rowId);
}

/** Lists "deletedAt" first, because an index of PostgreSQL has it; otherwise PostgreSQL would sort all articles. */
export function wherePublic<T>(articles: SelectQueryBuilder<Database, "articles", T>) {
  return articles.where("articles.status", "=", "published").where("articles.deletedAt", "is", null);
}

const SUMMARY_COLUMNS = [
  "articles.rowId",
  "articles.id",
  "articles.slug",
  "articles.title",
  "articles.type",
  "articles.excerpt",
  "articles.imageUrl",
  "articles.imageAlt",
  "articles.tags",
  "articles.expertName",
  "articles.aiModel",
  "articles.featuredPosition",
  "articles.publishedAt",
  "articles.createdAt",
  "articles.updatedAt",
  "experts.name as presentName",
  "experts.slug as presentSlug",
] as const;

/** Returns articles in the order of `rowIds`, without deleted ones. */
async function articleSummaries(rowIds: number[]): Promise<ArticleSummary[]> {
  if (rowIds.length === 0) return [];
  const rows = await withExpert(readDb).select(SUMMARY_COLUMNS).where("articles.rowId", "in", rowIds).execute();
  return sortByRowIds(rows, rowIds).map(toSummary);
}

/** Joins the expert if public; otherwise only the name remains. */
function withExpert(from: Queryable) {
  return from
    .selectFrom("articles")
    .leftJoin("experts", (join) =>
      join
        .onRef("experts.rowId", "=", "articles.expertRowId")
        .on("experts.deletedAt", "is", null)
        .on("experts.state", "=", "public"),
    );
}

type SummaryRow = Pick<
  ArticleRow,
  | "id"
  | "slug"
  | "title"
  | "type"
  | "excerpt"
  | "imageUrl"
  | "imageAlt"
  | "tags"
  | "expertName"
  | "aiModel"
  | "featuredPosition"
  | "publishedAt"
  | "createdAt"
  | "updatedAt"
> & { presentName: string | null; presentSlug: string | null };

function toSummary(row: SummaryRow): ArticleSummary {
  const { id, slug, title, type, excerpt, imageAlt, updatedAt } = row;
  return {
    id,
    slug,
    title,
    type,
    excerpt,
    imageUrl: usableImage(row.imageUrl),
    imageAlt,
    tags: JSON.parse(row.tags),
    expertName: row.presentName ?? row.expertName,
    expertSlug: row.presentSlug,
    aiGenerated: row.aiModel !== "",
    featured: row.featuredPosition !== null,
    publishedAt: row.publishedAt ?? row.createdAt,
    updatedAt,
  };
}

export interface Article extends ArticleSummary {
  rowId: number;
  status: "draft" | "published";
  expertRowId: number | null;
  body: string;
  sources: string[];
  /** The time at which a draft publishes itself; null for never. */
  scheduledAt: string | null;
  /** The secret that opens the draft; "" if it is not shared. It is never sent to a client. */
  shareToken: string;
}

/**
 * Finds an article by its current or a former slug, drafts included. Callers redirect if its
 * `slug` differs, and check who may see it. Throws "missing".
 */
export async function findArticle(slug: string, from: Queryable = readDb): Promise<Article> {
  const rowId = await articleRowIdAt(slug.toLowerCase(), from);
  if (rowId === undefined) throw noSuchArticle();
  const row = await withExpert(from)
    .select([...SUMMARY_COLUMNS, "articles.status", "articles.expertRowId", "articles.body", "articles.sources"])
    .select(["articles.scheduledAt", "articles.shareToken"])
    .where("articles.rowId", "=", rowId)
    .where("articles.deletedAt", "is", null)
    .executeTakeFirst();
  if (!row) throw noSuchArticle();
  const { expertRowId, body, scheduledAt, shareToken } = row;
  return {
    ...toSummary(row),
    rowId: row.rowId,
    status: row.status === "published" ? "published" : "draft",
    expertRowId,
    body,
    sources: JSON.parse(row.sources),
    scheduledAt,
    shareToken,
  };
}

export function noSuchArticle(): AppError {
  return new AppError("missing", "The article you're looking for doesn't exist or may have been moved.");
}

/** Returns the articles about an expert, newest first. `onProfile` selects those linked to the profile, or the others. */
export async function articlesOfExpert(
  expertId: string,
  { onProfile, limit }: { onProfile: boolean; limit: number },
): Promise<ArticleSummary[]> {
  const rows = await readDb
    .selectFrom("articles")
    .$call(wherePublic)
    .select("rowId")
    .where("expertRowId", "=", (eb) => eb.selectFrom("experts").select("rowId").where("id", "=", expertId))
    .where("onProfile", "=", Number(onProfile))
    .orderBy("publishedAt", "desc")
    .orderBy("rowId", "desc")
    .limit(limit)
    .execute();
  return articleSummaries(rows.map(({ rowId }) => rowId));
}

/** Returns the expert's other articles, then articles of the same type from before and after this article, then the newest. */
export async function relatedArticles(article: Article, limit: number): Promise<ArticleSummary[]> {
  const { rowId, expertRowId, type, publishedAt } = article;
  const selectNewest = () =>
    readDb
      .selectFrom("articles")
      .$call(wherePublic)
      .select("rowId")
      .where("rowId", "!=", rowId)
      .orderBy("deletedAt", "desc")
      .orderBy("publishedAt", "desc")
      .orderBy("rowId", "desc")
      .limit(limit);
  const articlesOfType = selectNewest().where("type", "=", type);
  const relatedRowIds = new Set<number>();
  const addRowIds = async (articles: typeof articlesOfType) => {
    if (relatedRowIds.size < limit) for (const row of await articles.execute()) relatedRowIds.add(row.rowId);
  };
  if (expertRowId !== null) {
    const articlesOfPerson = selectNewest().where("expertRowId", "=", expertRowId);
    await addRowIds(
      articlesOfPerson
        .clearOrderBy()
        .orderBy("onProfile", "desc")
        .orderBy("publishedAt", "desc")
        .orderBy("rowId", "desc"),
    );
  }
  await addRowIds(articlesOfType.where("publishedAt", "<=", publishedAt));
  await addRowIds(articlesOfType);
  await addRowIds(selectNewest());
  return articleSummaries([...relatedRowIds].slice(0, limit));
}

/** Returns the newest published articles. */
export async function newestArticles(limit: number): Promise<ArticleSummary[]> {
  return articleSummaries(await newestRowIds(limit));
}

/** Returns the newest published articles with their texts. */
export async function newestArticleTexts(limit: number) {
  const rowIds = await newestRowIds(limit);
  const summaries = await articleSummaries(rowIds);
  const bodies = await readDb.selectFrom("articles").select(["id", "body"]).where("rowId", "in", rowIds).execute();
  const bodyOf = new Map(bodies.map(({ id, body }) => [id, body]));
  return summaries.map((summary) => ({ ...summary, body: bodyOf.get(summary.id) ?? "" }));
}

async function newestRowIds(limit: number): Promise<number[]> {
  const rows = await readDb
    .selectFrom("articles")
    .$call(wherePublic)
    .select("rowId")
    .orderBy("deletedAt", "desc")
    .orderBy("publishedAt", "desc")
    .orderBy("rowId", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ rowId }) => rowId);
}

const MAX_HITS = 3;

export interface ArticleHits {
  articles: { slug: string; title: string; kind: string }[];
  total: number;
  all: string;
}

/** Returns the first matches of a site search and their number; null for none. */
export async function articleHits(search: string): Promise<ArticleHits | null> {
  const { articles, total } = await listArticles({ search, type: "", page: 1, limit: MAX_HITS });
  if (total === 0) return null;
  const hits = articles.map(({ slug, title, type }) => ({ slug, title, kind: articleTypeLabel(type) }));
  return { articles: hits, total, all: articlesAddress({ search }) };
}
