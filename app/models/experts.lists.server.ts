/** The public lists: what is asked for, which experts answer it, in which order, and how many there are. */
import { z } from "zod";
import { contentVersionNow, fromOneState, publicLists, searchExperts } from "~/db.server";
import { AppError } from "~/errors";
import { parse } from "~/http.server";
import { once } from "~/once";
import { JsonText } from "~/whole-texts.server";
import { categories, toCategoryKey } from "./categories";
import { type CardSource, EVERYONE, type ExpertSummary, summariesByRowId } from "./experts.server";
import { HOME_PAGES } from "./list-address";
import { listedCounts, listedPage } from "./listing.server";

/** Experts on a page of the home list, and of the directory and category pages (public-side.md §9). */
export const HOME_PAGE_SIZE = 12;
export const DIRECTORY_PAGE_SIZE = 24;

export interface ListQuery {
  /** From 1. */
  page: number;
  limit: number;
  /** Trimmed; "" means no search. */
  search: string;
  /** As asked for: a category's key or slug, or "" for all. An unknown one matches nobody (decision D23). */
  category: string;
}

export interface ExpertList<Experts = ExpertSummary[]> {
  experts: Experts;
  total: number;
  /** At least 1, so that "Page 1 of 1" is true of an empty list. */
  totalPages: number;
  currentPage: number;
  /** The folded words that were searched for; empty without a search. The last one also matches as a beginning. */
  terms: string[];
  /** What was searched for in place of a misspelt name, else null. */
  corrected: string | null;
  /** Experts per category key for this search, whatever the category; null when the search is too broad to count. */
  counts: Record<string, number> | null;
}

const wholeNumber = (name: string) =>
  z
    .string()
    .regex(/^\d+$/, `${name} must be a whole number.`)
    .transform((digits) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER))
    .refine((value) => value >= 1, `${name} must be at least 1.`);

/**
 * Reads the query of a JSON list call (decision D24). A page of any size is allowed: past the end it is empty.
 *
 * @throws AppError "invalid" for a page or limit that is no whole number, or a limit outside 1 to `maxLimit`.
 */
export function listQueryOf(params: URLSearchParams, defaults: { limit: number; maxLimit?: number }): ListQuery {
  const { maxLimit = 100 } = defaults;
  const given = { page: params.get("page") ?? undefined, limit: params.get("limit") ?? undefined };
  const { page = 1, limit = defaults.limit } = parse(PAGE_AND_LIMIT(), given);
  if (limit > maxLimit) {
    const message = `limit must be at most ${maxLimit}.`;
    throw new AppError("invalid", message, { limit: message });
  }
  return { page, limit, ...filtersOf(params) };
}

const PAGE_AND_LIMIT = once(() =>
  z.object({ page: wholeNumber("page").optional(), limit: wholeNumber("limit").optional() }),
);

/** Reads the query of a page: whatever cannot be used falls back to the nearest value that can (decision D24). */
export function pageQueryOf(params: URLSearchParams, limit: number): ListQuery {
  const page = Number.parseInt(params.get("page") ?? "1", 10);
  return { page: Number.isSafeInteger(page) && page > 0 ? page : 1, limit, ...filtersOf(params) };
}

function filtersOf(params: URLSearchParams): Pick<ListQuery, "search" | "category"> {
  const category = params.get("category")?.trim() ?? "";
  return { search: params.get("search")?.trim() ?? "", category: category === "all" ? "" : category };
}

/**
 * One page of the directory, of a category or of a search; past the end it is empty and the totals stay true.
 * With `nearest`, a page past the end gives the last page instead.
 */
export function listExperts(query: ListQuery, options: { nearest?: boolean } = {}): ExpertList {
  return listOf(query, summariesByRowId, options);
}

/** `listExperts` with no more of each than its card shows. */
export function listForCards(query: ListQuery, options: { nearest?: boolean } = {}): ExpertList<CardSource[]> {
  return listOf(query, cardSources, options);
}

/** `listExperts` as the JSON calls answer it. */
export function listAsJson(query: ListQuery): ExpertList<JsonText> {
  return listOf(query, summariesAsJson, {});
}

/** Reads experts in the order of row numbers; those that no longer exist are left out. */
type Read<Experts> = (rowIds: number[]) => Experts;

const cardSources: Read<CardSource[]> = (rowIds) => publicLists.cards(rowIds);
const summariesAsJson: Read<JsonText> = (rowIds) =>
  new JsonText((before, after) => publicLists.summaries(rowIds, { before, after }));

function listOf<Experts>(
  query: ListQuery,
  read: Read<Experts>,
  { nearest = false }: { nearest?: boolean },
): ExpertList<Experts> {
  const { experts, total, terms, corrected, counts } = findPage(query, read);
  const totalPages = Math.max(1, Math.ceil(total / query.limit));
  if (nearest && query.page > totalPages) return listOf({ ...query, page: totalPages }, read, {});
  return { experts, total, totalPages, currentPage: query.page, terms, corrected, counts };
}

type FoundPage<Experts> = Omit<ExpertList<Experts>, "totalPages" | "currentPage">;

function findPage<Experts>(query: ListQuery, read: Read<Experts>): FoundPage<Experts> {
  const listing = listingOf(query);
  const offset = Math.min((query.page - 1) * query.limit, Number.MAX_SAFE_INTEGER);
  if (listing === null) {
    const counts = query.search ? null : listedCounts();
    return { experts: read([]), total: 0, terms: [], corrected: null, counts };
  }
  if (!query.search) {
    const { rowIds, total, counts } = listedPage(listing, { offset, limit: query.limit });
    return { experts: read(rowIds), total, terms: [], corrected: null, counts };
  }
  const category = listing === EVERYONE ? undefined : listing;
  const { search: text, limit } = query;
  return fromOneState(() => {
    const asked = { text, category, offset, limit, version: contentVersionNow() };
    const { rowIds, total, terms, corrected, counts } = searchExperts(asked);
    return { experts: read(rowIds), total, terms, corrected, counts };
  });
}

/** The listing that a query narrows to; null for a category that is none. */
function listingOf({ category }: ListQuery): string | null {
  return category ? (toCategoryKey(category) ?? null) : EVERYONE;
}

/** The most featured experts that stand beside the home list. */
const FEATURED = 100;

/** The featured experts of a query's category in their order, whatever else it asks. */
function featuredOf<Experts>(query: ListQuery, read: Read<Experts>): Experts {
  const listing = listingOf(query);
  return read(listing === null ? [] : publicLists.featuredRowIds(listing, FEATURED));
}

/** The home page's list with the featured experts beside it, as JSON (public-side.md §7, homepage call). */
export function homeListAsJson(query: ListQuery): ExpertList<JsonText> & { featured: JsonText } {
  return { ...listAsJson(query), featured: featuredOf(query, summariesAsJson) };
}

/**
 * Pages 1 to `query.page` of the home list, one below the other (decision D22). While nothing narrows the list, those
 * who stand among the featured are left out of `experts`: nobody is shown twice.
 */
export function homePages(query: ListQuery) {
  const page = Math.min(query.page, HOME_PAGES);
  const list = listForCards({ ...query, page: 1, limit: page * query.limit });
  const featured = featuredOf(query, cardSources);
  const pages = Math.max(1, Math.ceil(list.total / query.limit));
  const shown = new Set(query.search || query.category ? [] : featured.map((expert) => expert.slug));
  return {
    ...list,
    featured,
    experts: list.experts.filter((expert) => !shown.has(expert.slug)),
    currentPage: Math.min(page, pages),
    totalPages: pages,
  };
}

/** The nine categories with how many experts each has, in their fixed order. */
export function categoryCounts(counts: Record<string, number> | null) {
  return categories.map(({ key, slug, label }) => ({ key, slug, label, experts: counts?.[key] ?? 0 }));
}
