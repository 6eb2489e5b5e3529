import { z } from "zod";
import { readDb, searchExperts } from "~/db.server";
import { AppError } from "~/errors";
import { findPage, type PageQuery, type Paging, pagesOf } from "~/models/records/paging.server";
import { parse } from "~/models/records/validation.server";
import { categories, toCategoryKey } from "./categories";
import { type CardSource, cardsByRowId, type ExpertSummary, summariesByRowId } from "./experts.server";
import { HOME_PAGES } from "./list-address";
import { EVERYONE, featuredRowIds, listedRowIds, listingCounts } from "./listing.server";

export const HOME_PAGE_SIZE = 12;

export interface ListQuery extends PageQuery {
  search: string;
  /** A category key or slug; "" for all. An unknown one gives no experts. */
  category: string;
}

export interface ExpertList<Expert = ExpertSummary> extends Paging {
  experts: Expert[];
  total: number;
  /** More experts match than `total` says. */
  isCapped: boolean;
  /** Folded search words; the last also matches as a beginning. */
  terms: string[];
  corrected: string | null;
  /** Matches per category key; null when the search is too broad to count. */
  counts: Record<string, number> | null;
}

const wholeNumber = (name: string) =>
  z
    .string()
    .regex(/^\d+$/, `${name} must be a whole number.`)
    .transform((digits) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER))
    .refine((value) => value >= 1, `${name} must be at least 1.`);

/** Reads a JSON list query. Throws "invalid" unless page and limit are integers and the limit is 1 to `maxLimit`. */
export function listQueryOf(params: URLSearchParams, defaults: { limit: number; maxLimit?: number }): ListQuery {
  const { maxLimit = 100 } = defaults;
  const given = { page: params.get("page") ?? undefined, limit: params.get("limit") ?? undefined };
  const { page = 1, limit = defaults.limit } = parse(PAGE_AND_LIMIT, given);
  if (limit > maxLimit) {
    const message = `limit must be at most ${maxLimit}.`;
    throw new AppError("invalid", message, { limit: message });
  }
  return { page, limit, ...filtersOf(params) };
}

const PAGE_AND_LIMIT = z.object({ page: wholeNumber("page").optional(), limit: wholeNumber("limit").optional() });

/** Reads a page's query, with the nearest valid value for an invalid one. */
export function pageQueryOf(params: URLSearchParams, limit: number): ListQuery {
  const page = Number.parseInt(params.get("page") ?? "1", 10);
  return { page: Number.isSafeInteger(page) && page > 0 ? page : 1, limit, ...filtersOf(params) };
}

function filtersOf(params: URLSearchParams): Pick<ListQuery, "search" | "category"> {
  const category = params.get("category")?.trim() ?? "";
  return { search: params.get("search")?.trim() ?? "", category: category === "all" ? "" : category };
}

/** One page, empty past the end; `nearest` gives the last page instead. */
export function listExperts(query: ListQuery, options: Options = {}): Promise<ExpertList> {
  return listOf(query, summariesByRowId, options);
}

export function listForCards(query: ListQuery, options: Options = {}): Promise<ExpertList<CardSource>> {
  return listOf(query, cardsByRowId, options);
}

interface Options {
  nearest?: boolean;
}

type Read<Expert> = (rowIds: number[]) => Promise<Expert[]>;

function listOf<Expert>(query: ListQuery, read: Read<Expert>, options: Options): Promise<ExpertList<Expert>> {
  return findPage(query, options, async (offset) => {
    const { rowIds, ...found } = await (query.search ? searched(query, offset) : listed(query, offset));
    return { experts: await read(rowIds), ...found };
  });
}

async function listed(query: ListQuery, offset: number) {
  const listing = listingOf(query);
  const counts = await listingCounts();
  const total = listing === null ? 0 : (counts[listing] ?? 0);
  const rowIds = listing === null ? [] : await listedRowIds(listing, { total, offset, limit: query.limit });
  return { rowIds, total, isCapped: false, terms: [], corrected: null, counts };
}

async function searched(query: ListQuery, offset: number) {
  const listing = listingOf(query);
  if (listing === null) return { rowIds: [], total: 0, isCapped: false, terms: [], corrected: null, counts: null };
  const categories = listing === EVERYONE ? [] : [listing];
  return searchExperts(readDb, { text: query.search, categories, offset, limit: query.limit });
}

function listingOf({ category }: ListQuery): string | null {
  return category ? (toCategoryKey(category) ?? null) : EVERYONE;
}

const FEATURED = 100;

async function featuredOf<Expert>(query: ListQuery, read: Read<Expert>): Promise<Expert[]> {
  const listing = listingOf(query);
  return listing === null ? [] : read(await featuredRowIds(listing, FEATURED));
}

export async function homeList(query: ListQuery): Promise<ExpertList & { featured: ExpertSummary[] }> {
  const [list, featured] = await Promise.all([listExperts(query), featuredOf(query, summariesByRowId)]);
  return { ...list, featured };
}

/** Pages 1 to `query.page` together; without filters, featured experts appear only in `featured`. */
export async function homePages(query: ListQuery) {
  const page = Math.min(query.page, HOME_PAGES);
  const [list, featured] = await Promise.all([
    listForCards({ ...query, page: 1, limit: page * query.limit }),
    featuredOf(query, cardsByRowId),
  ]);
  const pages = pagesOf(list.total, query.limit);
  const shown = new Set(query.search || query.category ? [] : featured.map((expert) => expert.slug));
  return {
    ...list,
    featured,
    experts: list.experts.filter((expert) => !shown.has(expert.slug)),
    currentPage: Math.min(page, pages),
    totalPages: pages,
  };
}

/** In the fixed order of the categories. */
export function categoryCounts(counts: Record<string, number> | null) {
  return categories.map(({ key, slug, label }) => ({ key, slug, label, experts: counts?.[key] ?? 0 }));
}
