import { LRUCache } from "lru-cache";
import { contentVersion, type Marks, readDb, searchExperts, untilContentChanges } from "~/db.server";
import { AppError } from "~/errors";
import { inBatches } from "~/models/base/input/batches.server";
import {
  findPage,
  nearestPage,
  type PageQuery,
  type Paging,
  pageIn,
  pagesOf,
  searchIn,
} from "~/models/base/input/paging.server";
import { searchSynonyms } from "~/models/base/text/synonyms.server";
import { categories, toCategoryKeys } from "~/models/records/listings/categories";
import {
  FACETS,
  type Facet,
  type FacetValues,
  facetIn,
  facetListing,
  facetsOf,
  hasFacets,
} from "~/models/records/listings/facets";
import { HOME_PAGES, isSort, SORTS, type Sort } from "~/models/records/listings/list-address";
import {
  commonRowIds,
  countsAmong,
  countsIn,
  EVERYONE,
  featuredRowIds,
  listedRowIds,
  listingCounts,
  mergedRowIds,
  standingAmong,
} from "~/models/records/listings/listing.server";
import { slugsOfNamed } from "~/models/records/topics/topics.server";
import { toCards } from "./cards.server";
import { type CardSource, cardsByRowId, type ExpertSummary, summariesByRowId } from "./experts.server";
import { type Match, matchesOf } from "./matches.server";

export const HOME_PAGE_SIZE = 12;

export interface ListQuery extends PageQuery {
  search: string;
  /** Category keys or slugs separated by commas, or "" for all. An unknown one gives no experts. */
  category: string;
  facets?: FacetValues;
  sort?: Sort;
  /** Only who has all words: the page does not say which words were left out. */
  isStrict?: boolean;
  /** A place is a word like others: whoever has it is found, wherever they work. */
  asWords?: boolean;
}

export interface ExpertList<Expert = ExpertSummary> extends Paging {
  experts: Expert[];
  total: number;
  /** More experts match than `total` says. */
  isCapped: boolean;
  /** The words that were searched for, to be marked. */
  marks: Marks;
  corrected: string | null;
  /** Words that those who are found do not all have, because nobody has all, or that no record says. */
  leftOut: string[];
  /** Of those, the words for what no record says of anybody. */
  notSaid: string[];
  /** Where words were left out: how many have them all the same, the first of the list. */
  whole: number;
  /** When nobody is found: words that are spelt almost so. */
  nearby: string[];
  /** The words of the places where those who are found work. */
  places: string[];
  /** Who only mentions such a place, and has all else of the search. */
  mentioned: Expert[];
  marksOfMentioned: Marks;
  /** Matches per category key; at least so many where `areCountsCapped`. */
  counts: Record<string, number>;
  areCountsCapped: boolean;
  /** Matches per value of each facet. */
  facets: FacetCounts;
  /** The facets are those of the first so many, because counting all of them would take too long; null when all are counted. */
  countedFirst: number | null;
}

/** By value, categories by their keys. */
export type FacetCounts = Record<Facet | "category", Record<string, number>>;

/** With the line that a search found somebody by; null where name, title and contribution say it. */
export type Explained<Expert> = Expert & { match?: Match | null };

/** Reads a JSON list query. Throws "invalid" for an unknown sort, a bad page, or a limit outside 1 to `maxLimit`. */
export function listQueryOf(params: URLSearchParams, defaults: { limit: number; maxLimit?: number }): ListQuery {
  const page = pageIn(params, defaults);
  if (!isSort(params.get("sort")?.trim() ?? "")) {
    const message = `Sort must be one of ${Object.keys(SORTS).join(", ")}.`;
    throw new AppError("invalid", message, { sort: message });
  }
  return { ...page, ...filtersOf(params) };
}

/** Reads a page's query, with the nearest valid value for an invalid one. */
export function pageQueryOf(params: URLSearchParams, limit: number): ListQuery {
  return { ...nearestPage(params, limit), ...filtersOf(params) };
}

function filtersOf(params: URLSearchParams): Pick<ListQuery, "search" | "category" | "facets" | "sort"> {
  const category = params.get("category")?.trim() ?? "";
  const sort = params.get("sort")?.trim() ?? "";
  return {
    search: searchIn(params),
    category: category === "all" ? "" : category,
    facets: facetsOf(params),
    sort: isSort(sort) ? sort : "",
  };
}

/** One page, empty past the end; `nearest` gives the last page instead. */
export function listExperts(query: ListQuery, options: Options = {}): Promise<ExpertList<Explained<ExpertSummary>>> {
  return withMatches(query, summariesByRowId, options);
}

const BATCH = 25;

/** As `listExperts`, but in batches that are read while they are sent; `version` changes with the content. */
export async function streamExperts(query: ListQuery) {
  // Before the experts: what changes meanwhile has another version.
  const version = String(await contentVersion());
  const { experts: rowIds, ...list } = await listOf(query, async (rowIds) => rowIds, {});
  return { ...list, version, batches: inBatches(rowIds, BATCH, summariesByRowId) };
}

export function listForCards(query: ListQuery, options: Options = {}): Promise<ExpertList<Explained<CardSource>>> {
  return withMatches(query, cardsByRowId, options);
}

export type CardPage = Awaited<ReturnType<typeof cardPage>>;

/** A page past the end gives the last page. */
export async function cardPage(query: ListQuery) {
  const { facets: _facets, ...page } = await narrowablePage(query);
  return page;
}

/** As `cardPage`, with what the list can be narrowed by. */
export async function narrowablePage(query: ListQuery) {
  const list = await listForCards(query, { nearest: true });
  return {
    cards: await toCards(list.experts, list.marks),
    ...(await mentionedCards(list)),
    total: list.total,
    ...(list.isCapped && { isCapped: true }),
    page: list.currentPage,
    pages: list.totalPages,
    corrected: list.corrected,
    ...(list.leftOut.length > 0 && { leftOut: list.leftOut }),
    ...(list.notSaid.length > 0 && { notSaid: list.notSaid }),
    ...(list.whole > 0 && { whole: list.whole }),
    ...(list.nearby.length > 0 && { nearby: list.nearby }),
    counts: categoryCounts(list.counts).map(({ experts }) => experts),
    facets: list.facets,
    ...(list.countedFirst !== null && { countedFirst: list.countedFirst }),
    ...(list.areCountsCapped && { areCountsCapped: true }),
  };
}

/** The cards of those who only mention a place that is asked for, and its words. */
export async function mentionedCards(list: ExpertList<Explained<CardSource>>) {
  return {
    ...(list.places.length > 0 && { places: list.places }),
    ...(list.mentioned.length > 0 && { mentioned: await toCards(list.mentioned, list.marksOfMentioned) }),
  };
}

interface Options {
  nearest?: boolean;
}

type Read<Expert> = (rowIds: number[]) => Promise<Expert[]>;

function listOf<Expert>(query: ListQuery, read: Read<Expert>, options: Options) {
  return findPage(query, options, async (offset) => {
    const { rowIds, mentioned, ...found } = await rowIdsOf(query, offset);
    return {
      ...found,
      experts: await read(rowIds),
      mentioned: await read(mentioned.rowIds),
      marksOfMentioned: mentioned.marks,
    };
  });
}

/** With the line that explains why each was found, where a search is asked for. */
async function withMatches<Expert>(
  query: ListQuery,
  read: Read<Expert>,
  options: Options,
): Promise<ExpertList<Explained<Expert>>> {
  const list = await listOf(query, async (rowIds) => rowIds, options);
  return {
    ...list,
    experts: await explained(query, list.experts, list.marks, read, true),
    mentioned: await explained(query, list.mentioned, list.marksOfMentioned, read, false),
  };
}

async function explained<Expert>(
  { search }: ListQuery,
  rowIds: number[],
  marks: Marks,
  read: Read<Expert>,
  isWhere: boolean,
): Promise<Explained<Expert>[]> {
  const experts = await read(rowIds);
  if (!search) return experts as Explained<Expert>[];
  const matches = await matchesOf(rowIds, marks, isWhere);
  // Between the two reads somebody may have been deleted.
  const isWhole = experts.length === rowIds.length;
  const matchAt = (at: number) => (isWhole ? matches.get(rowIds[at] as number) : null) ?? null;
  return experts.map((expert, at) => ({ ...expert, match: matchAt(at) }));
}

/** Returns how many a query finds. */
export async function totalOf(query: ListQuery): Promise<{ total: number; isCapped: boolean }> {
  const one = { ...query, page: 1, limit: 1 };
  const { total, isCapped } = query.search ? await searched(one, 0, { isCounted: false }) : await rowIdsOf(one, 0);
  return { total, isCapped };
}

/** What a JSON call says of its search; nothing without one. */
export function searchNotes<Expert>(
  { search }: ListQuery,
  { corrected, leftOut, whole, mentioned }: Pick<ExpertList<Expert>, "corrected" | "leftOut" | "whole" | "mentioned">,
) {
  return search ? { corrected, leftOut, ...(whole > 0 && { whole }), mentioned } : {};
}

/** A list is narrowed by any name of a topic. */
async function inTopics(asked: ListQuery): Promise<ListQuery> {
  const { topic } = asked.facets ?? {};
  return topic ? { ...asked, facets: { ...asked.facets, topic: await slugsOfNamed(topic) } } : asked;
}

async function rowIdsOf(asked: ListQuery, offset: number) {
  const query = await inTopics(asked);
  if (query.search) return searched(query, offset);
  return hasFacets(query.facets ?? {}) ? narrowed(query, offset) : listed(query, offset);
}

/** Several categories together are counted and listed up to this number. */
const MAX_MERGED = 2_400;
/** Of more, so many are counted: the numbers say only that there are at least so many. */
const COUNTED_OF_MORE = 500;

/** Returns how many of a list are counted, which has no more than 2,401. */
function countedOf(all: number[]): number[] {
  return all.length > MAX_MERGED ? all.slice(0, COUNTED_OF_MORE) : all;
}

/** Those of the category, if one is chosen, and of each facet. */
function groupsOf(query: ListQuery): string[][] {
  const facets = FACETS.flatMap((facet) => {
    const values = query.facets?.[facet];
    return values ? [values.map((value) => facetListing(facet, value))] : [];
  });
  return query.category ? [listingsOf(query), ...facets] : facets;
}

async function narrowed(query: ListQuery, offset: number) {
  const { limit, sort = "" } = query;
  const sizes = await listingCounts();
  const sizeOf = (group: string[]) => group.reduce((sum, listing) => sum + (sizes[listing] ?? 0), 0);
  const groups = groupsOf(query).sort((one, other) => sizeOf(one) - sizeOf(other));
  const { all, counts } = await keptList(JSON.stringify([groups, sort]), async () => {
    const all = await commonRowIds(groups, { limit: MAX_MERGED + 1, sort });
    return { all, counts: await countsAmong(countedOf(all)) };
  });
  const isCapped = all.length > MAX_MERGED;
  const first = all.slice(0, MAX_MERGED);
  return {
    ...NO_SEARCH,
    counts,
    facets: facetCounts(counts),
    countedFirst: isCapped ? COUNTED_OF_MORE : null,
    areCountsCapped: isCapped,
    rowIds: first.slice(offset, offset + limit),
    total: Math.min(all.length, MAX_MERGED),
    isCapped,
  };
}

interface CountedList {
  all: number[];
  counts: Record<string, number>;
}

const MOST_KEPT = 100;
const keptLists = untilContentChanges(async () => new LRUCache<string, CountedList>({ max: MOST_KEPT }));

/** The pages of a list are read one after the other, and counting costs more than all else of them. */
async function keptList(key: string, read: () => Promise<CountedList>): Promise<CountedList> {
  const lists = await keptLists();
  const list = lists.get(key) ?? (await read());
  lists.set(key, list);
  return list;
}

function facetCounts(counts: Record<string, number>): FacetCounts {
  const facets = Object.fromEntries([...FACETS, "category"].map((facet) => [facet, {}])) as FacetCounts;
  const keys = new Set<string>(categories.map(({ key }) => key));
  const byNumber = Object.entries(counts).sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  for (const [listing, experts] of byNumber) {
    const found = facetIn(listing);
    if (found) facets[found.facet][found.value] = experts;
    else if (keys.has(listing)) facets.category[listing] = experts;
  }
  return facets;
}

async function listed(query: ListQuery, offset: number) {
  const { limit, sort = "" } = query;
  const [listing, ...others] = listingsOf(query);
  const counts = await listingCounts();
  const found = { ...NO_SEARCH, counts, facets: facetCounts(counts), countedFirst: null, areCountsCapped: false };
  if (listing !== undefined && others.length > 0) {
    const { all, counts: ofFirst } = await keptList(JSON.stringify([[listing, ...others], sort]), async () => {
      const all = await mergedRowIds([listing, ...others], { limit: MAX_MERGED + 1, sort });
      return { all, counts: await countsAmong(countedOf(all)) };
    });
    const isCapped = all.length > MAX_MERGED;
    const first = all.slice(0, MAX_MERGED);
    const facets = facetCounts(ofFirst);
    const countedFirst = isCapped ? COUNTED_OF_MORE : null;
    const rowIds = first.slice(offset, offset + limit);
    return { ...found, facets, countedFirst, rowIds, total: first.length, isCapped };
  }
  const total = listing === undefined ? 0 : (counts[listing] ?? 0);
  const rowIds = listing === undefined ? [] : await listedRowIds(listing, { total, offset, limit, sort });
  if (listing === undefined || listing === EVERYONE) return { ...found, rowIds, total, isCapped: false };
  const isLarge = total > MAX_MERGED;
  const { counts: ofFirst } = await keptList(JSON.stringify(listing), async () => {
    if (!isLarge) return { all: [], counts: await countsIn(listing) };
    const all = await listedRowIds(listing, { total, offset: 0, limit: COUNTED_OF_MORE, sort: "" });
    return { all, counts: await countsAmong(all) };
  });
  const facets = facetCounts(ofFirst);
  return { ...found, facets, countedFirst: isLarge ? COUNTED_OF_MORE : null, rowIds, total, isCapped: false };
}

/** The countries of those whom a search finds wherever they work, and the words of the places that it asks for. */
export async function anywhere(query: ListQuery): Promise<{ places: string[]; terms: string[]; facets: FacetCounts }> {
  const all = await inTopics({ ...query, page: 1, limit: 1 });
  return searched(all, 0, { isAnywhere: true });
}

interface SearchOptions {
  /** With how many stand in each list, and with those who only mention a place. */
  isCounted?: boolean;
  /** Only the featured people. */
  isFeatured?: boolean;
  /** Wherever they work, but all else of the search. */
  isAnywhere?: boolean;
}

async function searched(
  query: ListQuery,
  offset: number,
  { isCounted = true, isFeatured, isAnywhere }: SearchOptions = {},
) {
  const listings = listingsOf(query);
  const none = { ...NO_SEARCH, rowIds: [] as number[], total: 0, isCapped: false, counts: {}, facets: facetCounts({}) };
  if (listings.length === 0) return { ...none, countedFirst: null, areCountsCapped: false };
  const categories = listings.filter((listing) => listing !== EVERYONE);
  const groups = groupsOf({ ...query, category: "" });
  const { search: text, sort, limit, page } = query;
  const synonyms = await searchSynonyms();
  const asked = { text, categories, groups, offset, limit, synonyms, near: !query.isStrict, ...(sort && { sort }) };
  const { listings: ofFound, ...answer } = await searchExperts(readDb, {
    ...asked,
    counted: isCounted,
    mentioning: isCounted && page === 1 && !query.isStrict && !isAnywhere,
    ...(isAnywhere && { anywhere: true, near: false }),
    ...(isFeatured && { isFeatured }),
    ...(query.asWords && { asWords: true }),
  });
  return { ...answer, facets: facetCounts(ofFound), countedFirst: answer.isCapped ? answer.total : null };
}

const NO_SEARCH = {
  marks: [],
  terms: [],
  corrected: null,
  leftOut: [],
  notSaid: [],
  whole: 0,
  nearby: [],
  places: [],
  mentioned: { rowIds: [], marks: [] },
};

/** None for an unknown category. */
function listingsOf({ category }: ListQuery): string[] {
  return category ? toCategoryKeys(category) : [EVERYONE];
}

const FEATURED = 100;

/** The featured people whom all filters of a query let through, the search as well. */
async function featuredOf<Expert>(asked: ListQuery, read: Read<Expert>): Promise<Expert[]> {
  const query = await inTopics(asked);
  const standing = await standingAmong(await featuredRowIds(EVERYONE, FEATURED), groupsOf(query));
  if (!query.search || standing.length === 0) return read(standing);
  const { rowIds } = await searched({ ...query, sort: "", page: 1, limit: FEATURED }, 0, {
    isCounted: false,
    isFeatured: true,
  });
  const found = new Set(rowIds.map(Number));
  return read(standing.filter((rowId) => found.has(Number(rowId))));
}

/** Tells whether a list begins with somebody featured: that of a category, or of everybody. */
export async function hasFeatured(listing = EVERYONE): Promise<boolean> {
  return (await featuredRowIds(listing, 1)).length > 0;
}

export async function homeList(
  query: ListQuery,
): Promise<ExpertList<Explained<ExpertSummary>> & { featured: ExpertSummary[] }> {
  const [list, featured] = await Promise.all([listExperts(query), featuredOf(query, summariesByRowId)]);
  return { ...list, featured };
}

/** Pages 1 to `query.page` together; without filters, featured experts appear only in `featured`. */
export async function homePages(query: ListQuery) {
  const page = Math.min(query.page, HOME_PAGES);
  const [list, featured] = await Promise.all([
    listForCards({ ...query, sort: "", page: 1, limit: page * query.limit }),
    featuredOf(query, cardsByRowId),
  ]);
  const pages = pagesOf(list.total, query.limit);
  const isNarrowed = query.search || query.category || hasFacets(query.facets ?? {});
  const shown = new Set(isNarrowed ? [] : featured.map((expert) => expert.slug));
  return {
    ...list,
    featured,
    experts: list.experts.filter((expert) => !shown.has(expert.slug)),
    currentPage: Math.min(page, pages),
    totalPages: pages,
  };
}

/** In the fixed order of the categories. */
export function categoryCounts(counts: Record<string, number>) {
  return categories.map(({ key, slug, label }) => ({ key, slug, label, experts: counts[key] ?? 0 }));
}
