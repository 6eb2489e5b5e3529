/** Suggests changes of a search whose words and filters find nobody. */
import { distance } from "fastest-levenshtein";
import { isFiller, readQuestion, stemOf, words } from "~/db.server";
import { countryName } from "~/models/base/places/places.server";
import { searchSynonyms } from "~/models/base/text/synonyms.server";
import {
  type ExpertList,
  type ListQuery,
  searchAnywhere,
  searchNotes,
  totalOf,
} from "~/models/records/directory/lists.server";
import { FACETS, type Facet } from "~/models/records/listings/facets";
import { topicsWithCounts } from "~/models/records/topics/topics.server";

export interface WaysOut {
  /** The topics with the names nearest to the words of the search. */
  topics: { slug: string; name: string; experts: number }[];
  /** The number of results without each of the filters; leaves out filters without which there are still none. */
  without: { filter: "search" | "category" | Facet; experts: number; isCapped: boolean }[];
  /** For a search with a place: the countries, by code, of people who match the other words. */
  places?: { country: string; name: string; experts: number }[];
  /** The other words of the search. */
  rest?: string;
  /** The places alone, as a search, and how many people work there. */
  there?: { search: string; experts: number; isCapped: boolean };
  /** The search, if it is written like a name that is not listed. */
  name?: string;
}

const MAX_TOPICS = 5;

/** Returns suggestions for a search without results. Runs one search for each filter, and at most nine. */
export async function waysOut(query: ListQuery): Promise<WaysOut> {
  return {
    topics: query.search ? await nearestTopics(query.search) : [],
    without: await withoutEach(query),
    ...(query.search && (await placesOf(query))),
    ...(isWrittenAsName(query.search) && { name: query.search.trim() }),
  };
}

/** Matches two to four words, of which the first and the last begin with a capital letter. */
const WRITTEN_AS_NAME = /^\p{Lu}[\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]+){0,2} \p{Lu}[\p{L}\p{M}'’-]+$/u;
/** Limits a name, because the form accepts no longer one. */
const MAX_NAME_LENGTH = 80;

/** Returns whether a search is written like a name: "Andrew Huberman" is, "Who Are You" is not. */
function isWrittenAsName(search = ""): boolean {
  const text = search.trim();
  return text.length <= MAX_NAME_LENGTH && WRITTEN_AS_NAME.test(text) && !words(text).some(isFiller);
}

const MAX_PLACES = 5;

/**
 * Returns the countries of people whom the search without its place would find; none if there is no place or no other
 * word.
 */
async function placesOf(query: ListQuery): Promise<Pick<WaysOut, "places" | "rest" | "there">> {
  const { places, terms, facets } = await searchAnywhere(query);
  if (places.length === 0) return {};
  const search = places.join(" or ");
  const { total: experts, isCapped } = await totalOf({ ...query, search, isStrict: true });
  const peopleThere = experts > 0 ? { there: { search, experts, isCapped } } : {};
  const countries = Object.entries(facets.country)
    .sort(([, first], [, second]) => second - first)
    .slice(0, MAX_PLACES)
    .map(([country, experts]) => ({ country, name: countryName(country), experts }));
  return { ...peopleThere, ...(countries.length > 0 && { places: countries, rest: terms.join(" ") }) };
}

/** Returns a page of a list for the JSON calls, with suggestions if it is empty. */
export async function listAnswer<Expert>(query: ListQuery, list: ExpertList<Expert>) {
  const { experts, total, totalPages, currentPage, isCapped, facets, countedFirst } = list;
  return {
    experts,
    total,
    totalPages,
    currentPage,
    facets,
    ...(countedFirst !== null && { countedFirst }),
    ...(isCapped && { isCapped: true as const }),
    ...searchNotes(query, list),
    ...(total === 0 && { nobody: await waysOut(query) }),
  };
}

async function withoutEach(query: ListQuery): Promise<WaysOut["without"]> {
  const { search, category, facets = {} } = query;
  const filters = [
    ...(search ? (["search"] as const) : []),
    ...(category ? (["category"] as const) : []),
    ...FACETS.filter((facet) => facets[facet]),
  ];
  if (filters.length < 2) return [];
  const options = [];
  for (const filter of filters) {
    const otherFacets = FACETS.filter((facet) => facets[facet] && facet !== filter).map((facet) => [
      facet,
      facets[facet],
    ]);
    const change =
      filter === "search" || filter === "category" ? { [filter]: "" } : { facets: Object.fromEntries(otherFacets) };
    const { total, isCapped } = await totalOf({ ...query, ...change });
    options.push({ filter, experts: total, isCapped });
  }
  return options.filter(({ experts }) => experts > 0);
}

/** Returns up to five topics with people, those nearest to the words of a search first. */
export async function nearestTopics(search: string): Promise<WaysOut["topics"]> {
  const { units } = readQuestion(search, await searchSynonyms());
  const countedUnits = units.some(({ isOptional }) => !isOptional)
    ? units.filter(({ isOptional }) => !isOptional)
    : units;
  const topics = (await topicsWithCounts()).filter(({ experts }) => experts > 0);
  return topics
    .map(({ slug, name, otherNames, experts }) => {
      const names = [name, ...otherNames].map((text) => words(text));
      const nearness = countedUnits.reduce(
        (sum, { forms }) => sum + Math.max(...forms.map((form) => nearnessOfForm(form, names))),
        0,
      );
      return { nearness, topic: { slug, name, experts } };
    })
    .filter(({ nearness }) => nearness > 0)
    .sort((first, second) => second.nearness - first.nearness || second.topic.experts - first.topic.experts)
    .slice(0, MAX_TOPICS)
    .map(({ topic }) => topic);
}

/** Returns how near the words of a form are to the nearest name of a topic; 0 if one of them is far from all. */
function nearnessOfForm(form: string[], names: string[][]): number {
  return Math.max(
    0,
    ...names.map((nameWords) =>
      Math.min(...form.map((word) => Math.max(0, ...nameWords.map((nameWord) => nearness(word, nameWord))))),
    ),
  );
}

/** Rates two words: equal 4, same stem 3, same beginning 2, a typo away 1, otherwise 0. */
function nearness(word: string, otherWord: string): number {
  if (word === otherWord) return 4;
  if (stemOf(word) === stemOf(otherWord)) return 3;
  const [short, long] = word.length < otherWord.length ? [word, otherWord] : [otherWord, word];
  if (short.length >= 4 && long.startsWith(short)) return 2;
  if (long.length < 5) return 0;
  return distance(word, otherWord) <= (long.length < 8 ? 1 : 2) ? 1 : 0;
}
