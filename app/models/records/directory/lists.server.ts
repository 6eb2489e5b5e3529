import { LRUCache } from "lru-cache";
import { contentVersion, type Marks, readDb, searchExperts, untilContentChanges } from "~/db.server";
import { AppError } from "~/errors";
import { inBatches } from "~/models/base/input/batches.server";
import {
  countPages,
  findPage,
  nearestPage,
  type PageQuery,
  type Paging,
  pageIn,
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
import { type Letter, lettersOf, lettersOfPeople } from "~/models/records/listings/letters.server";
import { HOME_PAGES, isSort, SORTS, type Sort } from "~/models/records/listings/list-address";
import {
  commonRowIds,
  countsAmong,
  countsIn,
  EVERYONE,
  featuredRowIds,
  inAllGroups,
  listedRowIds,
  listingCounts,
  mergedRowIds,
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
  /** Finds only experts who have all words, for pages that do not show which words were left out. */
  isStrict?: boolean;
  /** Treats places as ordinary words: experts who have the word are found, wherever they work. */
  asWords?: boolean;
}

export interface ExpertList<Expert = ExpertSummary> extends Paging {
  experts: Expert[];
  total: number;
  /** Says that more experts match than `total`. */
  isCapped: boolean;
  /** The words of the search that are marked. */
  marks: Marks;
  corrected: string | null;
  /** Words of the search that some results lack, because nobody has all words, or no record has the word. */
  leftOut: string[];
  /** The words of `leftOut` that no record has. */
  unrecordedWords: string[];
  /** The number of experts who have all words, who come first; 0 if no words were left out. */
  whole: number;
  /** Words with a similar spelling, if nobody is found. */
  similarWords: string[];
  /** The words of the search for places where the results work. */
  places: string[];
  /** Experts who only mention such a place, and match the rest of the search. */
  mentioned: Expert[];
  marksOfMentioned: Marks;
  /** Matches per category key; minimums if `areCountsCapped`. */
  counts: Record<string, number>;
  areCountsCapped: boolean;
  /** The position of each letter in a list by names; otherwise empty. */
  letters: Letter[];
  /** Matches per value of each facet. */
  facets: FacetCounts;
  /** The number of experts whose facets were counted, because counting all would take too long; null if all are counted. */
  countedFirst: number | null;
}

/** Numbers of experts by value; categories by their keys. */
export type FacetCounts = Record<Facet | "category", Record<string, number>>;

/** An expert with the line by which a search found the person; null if name, title and contribution show it. */
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

/** Returns one page of experts, empty past the end; `nearest` returns the last page instead. */
export function listExperts(query: ListQuery, options: Options = {}): Promise<ExpertList<Explained<ExpertSummary>>> {
  return withMatches(query, summariesByRowId, options);
}

const BATCH_SIZE = 25;

/** Works like `listExperts`, but in batches that are read while they are sent; `version` changes with the content. */
export async function streamExperts(query: ListQuery) {
  // Reads the version before the experts: a change in between gets another version.
  const version = String(await contentVersion());
  const { experts: rowIds, ...list } = await listOf(query, async (rowIds) => rowIds, {});
  return { ...list, version, batches: inBatches(rowIds, BATCH_SIZE, summariesByRowId) };
}

export function listForCards(query: ListQuery, options: Options = {}): Promise<ExpertList<Explained<CardSource>>> {
  return withMatches(query, cardsByRowId, options);
}

export type CardPage = Awaited<ReturnType<typeof cardPage>>;

/** Returns a page of cards; for a number past the end, the last page. */
export async function cardPage(query: ListQuery) {
  const { facets: _facets, ...page } = await narrowablePage(query);
  return page;
}

/** Works like `cardPage`, and adds the values that narrow the list. */
export async function narrowablePage(query: ListQuery) {
  const list = await listForCards(query, { nearest: true });
  return {
    cards: await toCards(list.experts, list.marks),
    ...(await mentionedCards(list)),
    total: list.total,
    ...(list.isCapped && { isCapped: true }),
    page: list.currentPage,
    totalPages: list.totalPages,
    corrected: list.corrected,
    ...(list.leftOut.length > 0 && { leftOut: list.leftOut }),
    ...(list.unrecordedWords.length > 0 && { unrecordedWords: list.unrecordedWords }),
    ...(list.whole > 0 && { whole: list.whole }),
    ...(list.similarWords.length > 0 && { similarWords: list.similarWords }),
    ...(list.totalPages > 1 && list.letters.length > 1 && { letters: list.letters }),
    counts: categoryCounts(list.counts).map(({ experts }) => experts),
    facets: list.facets,
    ...(list.countedFirst !== null && { countedFirst: list.countedFirst }),
    ...(list.areCountsCapped && { areCountsCapped: true }),
  };
}

/** Returns the cards of experts who only mention a place of the search, and its words. */
export async function mentionedCards(list: ExpertList<Explained<CardSource>>) {
  return {
    ...(list.places.length > 0 && { places: list.places }),
    ...(list.mentioned.length > 0 && { mentioned: await toCards(list.mentioned, list.marksOfMentioned) }),
  };
}

interface Options {
  nearest?: boolean;
}

type ReadExperts<Expert> = (rowIds: number[]) => Promise<Expert[]>;

function listOf<Expert>(query: ListQuery, read: ReadExperts<Expert>, options: Options) {
  return findPage(query, options, async (offset) => {
    const { rowIds, mentioned, ...result } = await rowIdsOf(query, offset);
    return {
      ...result,
      experts: await read(rowIds),
      mentioned: await read(mentioned.rowIds),
      marksOfMentioned: mentioned.marks,
    };
  });
}

/** Adds the line that explains each match of a search. */
async function withMatches<Expert>(
  query: ListQuery,
  read: ReadExperts<Expert>,
  options: Options,
): Promise<ExpertList<Explained<Expert>>> {
  const list = await listOf(query, async (rowIds) => rowIds, options);
  return {
    ...list,
    experts: await withExplanations(query, list.experts, list.marks, read, true),
    mentioned: await withExplanations(query, list.mentioned, list.marksOfMentioned, read, false),
  };
}

async function withExplanations<Expert>(
  { search }: ListQuery,
  rowIds: number[],
  marks: Marks,
  read: ReadExperts<Expert>,
  isPlaceOfWork: boolean,
): Promise<Explained<Expert>[]> {
  const experts = await read(rowIds);
  if (!search) return experts as Explained<Expert>[];
  const matches = await matchesOf(rowIds, marks, isPlaceOfWork);
  // Detects a deletion between the two reads.
  const isComplete = experts.length === rowIds.length;
  const matchAt = (at: number) => (isComplete ? matches.get(rowIds[at] as number) : null) ?? null;
  return experts.map((expert, index) => ({ ...expert, match: matchAt(index) }));
}

/** Returns the number of experts that a query finds. */
export async function totalOf(query: ListQuery): Promise<{ total: number; isCapped: boolean }> {
  const firstPageQuery = { ...query, page: 1, limit: 1 };
  const { total, isCapped } = query.search
    ? await searchResults(await resolveTopics(firstPageQuery), 0, { isCounted: false })
    : await rowIdsOf(firstPageQuery, 0);
  return { total, isCapped };
}

/** Returns what a JSON call says about its search; nothing without a search. */
export function searchNotes<Expert>(
  { search }: ListQuery,
  { corrected, leftOut, whole, mentioned }: Pick<ExpertList<Expert>, "corrected" | "leftOut" | "whole" | "mentioned">,
) {
  return search ? { corrected, leftOut, ...(whole > 0 && { whole }), mentioned } : {};
}

/** Replaces other names of topics in a query by their slugs. */
async function resolveTopics(query: ListQuery): Promise<ListQuery> {
  const { topic } = query.facets ?? {};
  return topic ? { ...query, facets: { ...query.facets, topic: await slugsOfNamed(topic) } } : query;
}

async function rowIdsOf(inputQuery: ListQuery, offset: number) {
  const query = await resolveTopics(inputQuery);
  if (query.search) return searchResults(query, offset);
  return hasFacets(query.facets ?? {}) ? narrowedList(query, offset) : plainList(query, offset);
}

/** Several categories together are counted and listed up to this number. */
const MAX_MERGED = 2_400;
/** The number of experts counted of longer lists, whose numbers are minimums. */
const COUNTED_OF_LONG_LISTS = 500;

/** Returns the part of a list that is counted; lists have no more than 2,401 entries. */
function countedPart(allRowIds: number[]): number[] {
  return allRowIds.length > MAX_MERGED ? allRowIds.slice(0, COUNTED_OF_LONG_LISTS) : allRowIds;
}

/** Returns the listings of the category, if one is chosen, and of each facet. */
function groupsOf(query: ListQuery): string[][] {
  const facets = FACETS.flatMap((facet) => {
    const values = query.facets?.[facet];
    return values ? [values.map((value) => facetListing(facet, value))] : [];
  });
  return query.category ? [listingsOf(query), ...facets] : facets;
}

async function narrowedList(query: ListQuery, offset: number) {
  const { limit, sort = "" } = query;
  const sizes = await listingCounts();
  const sizeOf = (group: string[]) => group.reduce((sum, listing) => sum + (sizes[listing] ?? 0), 0);
  const groups = groupsOf(query).sort((a, b) => sizeOf(a) - sizeOf(b));
  const { allRowIds, counts, letters } = await cachedList(JSON.stringify([groups, sort]), async () => {
    const allRowIds = await commonRowIds(groups, { limit: MAX_MERGED + 1, sort });
    return { allRowIds, counts: await countsAmong(countedPart(allRowIds)), letters: await lettersBy(sort, allRowIds) };
  });
  const isCapped = allRowIds.length > MAX_MERGED;
  const firstRowIds = allRowIds.slice(0, MAX_MERGED);
  return {
    ...NO_SEARCH,
    counts,
    facets: facetCounts(counts),
    countedFirst: isCapped ? COUNTED_OF_LONG_LISTS : null,
    areCountsCapped: isCapped,
    letters,
    rowIds: firstRowIds.slice(offset, offset + limit),
    total: Math.min(allRowIds.length, MAX_MERGED),
    isCapped,
  };
}

async function lettersBy(sort: Sort, rowIds: number[]): Promise<Letter[]> {
  return sort === "name" ? lettersOfPeople(rowIds.slice(0, MAX_MERGED)) : [];
}

interface CountedList {
  allRowIds: number[];
  counts: Record<string, number>;
  letters: Letter[];
}

const MAX_CACHED = 100;
const listCache = untilContentChanges(async () => new LRUCache<string, CountedList>({ max: MAX_CACHED }));

/**
 * Caches counts, because the pages of a list are read one after the other, and counting costs more than everything else.
 */
async function cachedList(key: string, read: () => Promise<CountedList>): Promise<CountedList> {
  const lists = await listCache();
  const list = lists.get(key) ?? (await read());
  lists.set(key, list);
  return list;
}

function facetCounts(counts: Record<string, number>): FacetCounts {
  const facets = Object.fromEntries([...FACETS, "category"].map((facet) => [facet, {}])) as FacetCounts;
  const keys = new Set<string>(categories.map(({ key }) => key));
  const sortedCounts = Object.entries(counts).sort(
    ([a, firstCount], [b, secondCount]) => secondCount - firstCount || (a < b ? -1 : 1),
  );
  for (const [listing, experts] of sortedCounts) {
    const facetValue = facetIn(listing);
    if (facetValue) facets[facetValue.facet][facetValue.value] = experts;
    else if (keys.has(listing)) facets.category[listing] = experts;
  }
  return facets;
}

async function plainList(query: ListQuery, offset: number) {
  const { limit, sort = "" } = query;
  const [listing, ...otherListings] = listingsOf(query);
  const counts = await listingCounts();
  const result = { ...NO_SEARCH, counts, facets: facetCounts(counts), countedFirst: null, areCountsCapped: false };
  if (listing !== undefined && otherListings.length > 0) {
    const mergedList = await cachedList(JSON.stringify([[listing, ...otherListings], sort]), async () => {
      const allRowIds = await mergedRowIds([listing, ...otherListings], { limit: MAX_MERGED + 1, sort });
      return {
        allRowIds,
        counts: await countsAmong(countedPart(allRowIds)),
        letters: await lettersBy(sort, allRowIds),
      };
    });
    const { allRowIds, counts: partCounts, letters } = mergedList;
    const isCapped = allRowIds.length > MAX_MERGED;
    const firstRowIds = allRowIds.slice(0, MAX_MERGED);
    const facets = facetCounts(partCounts);
    const countedFirst = isCapped ? COUNTED_OF_LONG_LISTS : null;
    const rowIds = firstRowIds.slice(offset, offset + limit);
    return { ...result, facets, countedFirst, letters, rowIds, total: firstRowIds.length, isCapped };
  }
  if (sort === "name" && listing !== undefined) result.letters = await lettersOf(listing);
  const total = listing === undefined ? 0 : (counts[listing] ?? 0);
  const rowIds = listing === undefined ? [] : await listedRowIds(listing, { total, offset, limit, sort });
  if (listing === undefined || listing === EVERYONE) return { ...result, rowIds, total, isCapped: false };
  const isLarge = total > MAX_MERGED;
  const { counts: partCounts } = await cachedList(JSON.stringify(listing), async () => {
    if (!isLarge) return { allRowIds: [], counts: await countsIn(listing), letters: [] };
    const allRowIds = await listedRowIds(listing, { total, offset: 0, limit: COUNTED_OF_LONG_LISTS, sort: "" });
    return { allRowIds, counts: await countsAmong(allRowIds), letters: [] };
  });
  const facets = facetCounts(partCounts);
  return { ...result, facets, countedFirst: isLarge ? COUNTED_OF_LONG_LISTS : null, rowIds, total, isCapped: false };
}

/** Returns the countries of experts whom a search finds wherever they work, and the words for its places. */
export async function searchAnywhere(
  query: ListQuery,
): Promise<{ places: string[]; terms: string[]; facets: FacetCounts }> {
  const resolvedQuery = await resolveTopics({ ...query, page: 1, limit: 1 });
  return searchResults(resolvedQuery, 0, { isAnywhere: true });
}

/** Limits the results of a search. */
const MAX_MATCHES = 500;

interface SearchOptions {
  /** Counts the experts in each list, and adds those who only mention a place. */
  isCounted?: boolean;
  /** Returns only featured people. */
  isFeatured?: boolean;
  /** Ignores the places of the search. */
  isAnywhere?: boolean;
}

async function searchResults(
  query: ListQuery,
  offset: number,
  { isCounted = true, isFeatured, isAnywhere }: SearchOptions = {},
) {
  const listings = listingsOf(query);
  const noResult = {
    ...NO_SEARCH,
    rowIds: [] as number[],
    total: 0,
    isCapped: false,
    counts: {},
    facets: facetCounts({}),
  };
  if (listings.length === 0) return { ...noResult, countedFirst: null, areCountsCapped: false };
  const categories = listings.filter((listing) => listing !== EVERYONE);
  const groups = groupsOf({ ...query, category: "" });
  const { search: text, sort = "", limit, page } = query;
  const synonyms = await searchSynonyms();
  // Reads all results for the letters.
  const range = sort === "name" ? { offset: 0, limit: MAX_MATCHES } : { offset, limit };
  const searchQuery = {
    text,
    categories,
    groups,
    ...range,
    synonyms,
    includesNearest: !query.isStrict,
    ...(sort && { sort }),
  };
  const { listings: countsOfMatches, ...answer } = await searchExperts(readDb, {
    ...searchQuery,
    countsListings: isCounted,
    includesMentions: isCounted && page === 1 && !query.isStrict && !isAnywhere,
    ...(isAnywhere && { ignoresPlaces: true, includesNearest: false }),
    ...(isFeatured && { isFeatured }),
    ...(query.asWords && { asWords: true }),
  });
  const result = {
    ...answer,
    facets: facetCounts(countsOfMatches),
    countedFirst: answer.isCapped ? answer.total : null,
  };
  if (sort !== "name") return { ...result, letters: [] };
  const rowIds = answer.rowIds.slice(offset, offset + limit);
  return { ...result, letters: await lettersOfPeople(answer.rowIds), rowIds };
}

const NO_SEARCH = {
  letters: [] as Letter[],
  marks: [],
  terms: [],
  corrected: null,
  leftOut: [],
  unrecordedWords: [],
  whole: 0,
  similarWords: [],
  places: [],
  mentioned: { rowIds: [], marks: [] },
};

/** Returns the listings of a category; an empty list for an unknown category. */
function listingsOf({ category }: ListQuery): string[] {
  return category ? toCategoryKeys(category) : [EVERYONE];
}

const MAX_FEATURED = 100;

/** Returns the featured people who match all filters of a query and its search. */
async function featuredOf<Expert>(inputQuery: ListQuery, read: ReadExperts<Expert>): Promise<Expert[]> {
  const query = await resolveTopics(inputQuery);
  const candidateRowIds = await inAllGroups(await featuredRowIds(EVERYONE, MAX_FEATURED), groupsOf(query));
  if (!query.search || candidateRowIds.length === 0) return read(candidateRowIds);
  const { rowIds } = await searchResults({ ...query, sort: "", page: 1, limit: MAX_FEATURED }, 0, {
    isCounted: false,
    isFeatured: true,
  });
  const matchingRowIds = new Set(rowIds.map(Number));
  return read(candidateRowIds.filter((rowId) => matchingRowIds.has(Number(rowId))));
}

/** Tells whether the list of a category, or of everybody, begins with a featured person. */
export async function hasFeatured(listing = EVERYONE): Promise<boolean> {
  return (await featuredRowIds(listing, 1)).length > 0;
}

export async function homeList(
  query: ListQuery,
): Promise<ExpertList<Explained<ExpertSummary>> & { featured: ExpertSummary[] }> {
  const [list, featured] = await Promise.all([listExperts(query), featuredOf(query, summariesByRowId)]);
  return { ...list, featured };
}

/** Returns pages 1 to `query.page` together; without filters, featured experts appear only in `featured`. */
export async function homePages(query: ListQuery) {
  const page = Math.min(query.page, HOME_PAGES);
  const [list, featured] = await Promise.all([
    listForCards({ ...query, sort: "", page: 1, limit: page * query.limit }),
    featuredOf(query, cardsByRowId),
  ]);
  const pages = countPages(list.total, query.limit);
  const isNarrowed = query.search || query.category || hasFacets(query.facets ?? {});
  const featuredSlugs = new Set(isNarrowed ? [] : featured.map((expert) => expert.slug));
  return {
    ...list,
    featured,
    experts: list.experts.filter((expert) => !featuredSlugs.has(expert.slug)),
    currentPage: Math.min(page, pages),
    totalPages: pages,
  };
}

/** Returns counts in the fixed order of the categories. */
export function categoryCounts(counts: Record<string, number>) {
  return categories.map(({ key, slug, label }) => ({ key, slug, label, experts: counts[key] ?? 0 }));
}
