import { z } from "zod";
import { readDb, searchWords } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import {
  findPage,
  nearestPage,
  type PageQuery,
  pageIn,
  readSlice,
  searchIn,
  sortByRowIds,
} from "~/models/base/input/paging.server";
import { parse } from "~/models/base/input/validation.server";
import { ARTICLE_TYPES } from "~/models/base/providers/choices";
import { fieldInWords } from "~/models/base/text/field-words";
import { SCOPES, scopeWord } from "~/models/records/articles/write.server";

const ARTICLE_PAGE_SIZE = 20;

export interface ArticleQuery extends PageQuery {
  search: string;
  /** "" means any status or type. */
  status: "" | "draft" | "published";
  type: string;
}

const filterSchema = (name: string, values: string[]) =>
  z.union(
    [z.literal(""), z.enum(values)],
    `${fieldInWords(name)} must be ${new Intl.ListFormat("en", { type: "disjunction" }).format(values)}.`,
  );
const Filters = z.object({
  status: filterSchema("status", ["draft", "published"]),
  type: filterSchema(
    "type",
    ARTICLE_TYPES.map(({ id }) => id),
  ),
});

/** Reads the JSON call's query. Throws "invalid" for an unknown status or type, or a bad page or limit. */
export function articleQueryOf(params: URLSearchParams): ArticleQuery {
  const filters = parse(Filters, filtersIn(params)) as Pick<ArticleQuery, "status" | "type">;
  return { ...pageIn(params, { limit: ARTICLE_PAGE_SIZE }), search: searchIn(params), ...filters };
}

/** Reads the page's query and ignores invalid values. */
export function articlePageQueryOf(params: URLSearchParams): ArticleQuery {
  const { status, type } = filtersIn(params);
  const knownType = ARTICLE_TYPES.some(({ id }) => id === type) ? type : "";
  return {
    ...nearestPage(params, ARTICLE_PAGE_SIZE),
    search: searchIn(params),
    status: status === "draft" || status === "published" ? status : "",
    type: knownType,
  };
}

function filtersIn(params: URLSearchParams): { status: string; type: string } {
  const [status = "", type = ""] = ["status", "type"].map((name) => params.get(name)?.trim());
  return { status: status === "all" ? "" : status, type: type === "all" ? "" : type };
}

export type ListedArticle = Awaited<ReturnType<typeof articlesByRowIds>>[number];

/** Returns a page of articles outside the trash, newest first. Past the end it is empty, or with `nearest` the last page. */
export function adminArticles(_editor: Editor, query: ArticleQuery, options: { nearest?: boolean } = {}) {
  return findPage(query, options, async (offset) => {
    const { rowIds, total } = await (query.search ? searchRowIds(query, offset) : listRowIds(query, offset));
    return { articles: await articlesByRowIds(rowIds), total };
  });
}

function searchRowIds({ search, status, type, limit }: ArticleQuery, offset: number) {
  const scope = [SCOPES.undeleted, ...[status, type].filter(Boolean).map(scopeWord)];
  return searchWords(readDb, "articleSearch", { text: search, scope, offset, limit });
}

async function listRowIds({ status, type, limit }: ArticleQuery, offset: number) {
  const key = [status, type].filter(Boolean).join(" ") || "all";
  const counts = readDb.selectFrom("articleCounts").select("articles").where("key", "=", key);
  const total = (await counts.executeTakeFirst())?.articles ?? 0;
  const rows = await readSlice({ total, offset, limit, order: "desc" }, (slice) =>
    readDb
      .selectFrom("articles")
      .select("rowId")
      .where("deletedAt", "is", null)
      .$if(status !== "", (articles) => articles.where("status", "=", status))
      .$if(type !== "", (articles) => articles.where("type", "=", type))
      .orderBy("deletedAt", slice.order)
      .orderBy("createdAt", slice.order)
      .orderBy("rowId", slice.order)
      .limit(slice.limit)
      .offset(slice.offset)
      .execute(),
  );
  return { rowIds: rows.map(({ rowId }) => rowId), total };
}

async function articlesByRowIds(rowIds: number[]) {
  if (rowIds.length === 0) return [];
  const rows = await readDb
    .selectFrom("articles")
    .leftJoin("experts", "experts.rowId", "articles.expertRowId")
    .select(["articles.rowId", "articles.id", "articles.slug", "articles.title", "articles.type", "articles.status"])
    .select(["articles.excerpt", "articles.expertName", "articles.aiModel", "articles.featuredPosition"])
    .select(["articles.scheduledAt", "articles.createdAt", "articles.updatedAt", "articles.publishedAt"])
    .select("experts.id as expertId")
    .where("articles.rowId", "in", rowIds)
    .execute();
  return sortByRowIds(rows, rowIds).map(({ rowId: _rowId, aiModel, featuredPosition, ...columns }) => ({
    ...columns,
    aiGenerated: aiModel !== "",
    featured: featuredPosition !== null,
  }));
}

/** Returns the figures of the admin's list from stored counts. Only the featured articles are counted, by their index. */
export async function articleFigures(_editor: Editor) {
  const rows = await readDb.selectFrom("articleCounts").selectAll().execute();
  const counts = Object.fromEntries(rows.map(({ key, articles }) => [key, articles]));
  const { featured: featuredCount } = await readDb
    .selectFrom("articles")
    .select((eb) => eb.fn.countAll<number>().as("featured"))
    .where("featuredPosition", "is not", null)
    .executeTakeFirstOrThrow();
  return {
    total: counts.all ?? 0,
    published: counts.published ?? 0,
    featured: featuredCount,
    drafts: counts.draft ?? 0,
    researchInsights: counts["research-insight"] ?? 0,
    expertiseTips: counts["expertise-tip"] ?? 0,
    inTrash: counts.trash ?? 0,
  };
}
