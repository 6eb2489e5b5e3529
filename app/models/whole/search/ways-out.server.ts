/** What somebody can change whose search and filters find nobody. */
import { distance } from "fastest-levenshtein";
import { isFiller, readQuestion, stemOf, words } from "~/db.server";
import { countryName } from "~/models/base/places/places.server";
import { searchSynonyms } from "~/models/base/text/synonyms.server";
import {
  anywhere,
  type ExpertList,
  type ListQuery,
  searchNotes,
  totalOf,
} from "~/models/records/directory/lists.server";
import { FACETS, type Facet } from "~/models/records/listings/facets";
import { topicsWithCounts } from "~/models/records/topics/topics.server";

export interface WaysOut {
  /** Whose names are nearest to the words that were searched for. */
  topics: { slug: string; name: string; experts: number }[];
  /** How many would be found without one of the filters; those without whom nobody is found, either, are not here. */
  without: { filter: "search" | "category" | Facet; experts: number; isCapped: boolean }[];
  /** Where a place is asked for: the countries of those who have all else of the search, by their codes. */
  places?: { country: string; name: string; experts: number }[];
  /** All else of the search. */
  rest?: string;
  /** The places alone, as a search, and how many work there. */
  there?: { search: string; experts: number; isCapped: boolean };
  /** What was searched for, where it is written as somebody's name is: nobody of that name is listed. */
  name?: string;
}

const MOST_TOPICS = 5;

/** For a list without anybody. Each filter costs one search, of nine at most. */
export async function waysOut(query: ListQuery): Promise<WaysOut> {
  return {
    topics: query.search ? await nearestTopics(query.search) : [],
    without: await withoutEach(query),
    ...(query.search && (await placesOf(query))),
    ...(isWrittenAsName(query.search) && { name: query.search.trim() }),
  };
}

/** Two to four words, of which the first and the last have a capital letter and the others at most stand between them. */
const WRITTEN_AS_NAME = /^\p{Lu}[\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]+){0,2} \p{Lu}[\p{L}\p{M}'’-]+$/u;
/** Longer ones are no name that the form would take. */
const LONGEST_NAME = 80;

/** Tells whether each word is one of no question: "Andrew Huberman" is, "Who Are You" is not. */
function isWrittenAsName(search = ""): boolean {
  const text = search.trim();
  return text.length <= LONGEST_NAME && WRITTEN_AS_NAME.test(text) && !words(text).some(isFiller);
}

const MOST_PLACES = 5;

/**
 * Returns the places whose people a search for a place would find anywhere; none where no place is asked for, or nothing
 * else.
 */
async function placesOf(query: ListQuery): Promise<Pick<WaysOut, "places" | "rest" | "there">> {
  const { places, terms, facets } = await anywhere(query);
  if (places.length === 0) return {};
  const search = places.join(" or ");
  const { total: experts, isCapped } = await totalOf({ ...query, search, isStrict: true });
  const there = experts > 0 ? { there: { search, experts, isCapped } } : {};
  const countries = Object.entries(facets.country)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_PLACES)
    .map(([country, experts]) => ({ country, name: countryName(country), experts }));
  return { ...there, ...(countries.length > 0 && { places: countries, rest: terms.join(" ") }) };
}

/** A page of a list as the JSON calls give it, with what to change where it is empty. */
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
  const found = [];
  for (const filter of filters) {
    const left = FACETS.filter((facet) => facets[facet] && facet !== filter).map((facet) => [facet, facets[facet]]);
    const others =
      filter === "search" || filter === "category" ? { [filter]: "" } : { facets: Object.fromEntries(left) };
    const { total, isCapped } = await totalOf({ ...query, ...others });
    found.push({ filter, experts: total, isCapped });
  }
  return found.filter(({ experts }) => experts > 0);
}

/** Up to five topics with people, the nearest to the words of a search first. */
export async function nearestTopics(search: string): Promise<WaysOut["topics"]> {
  const { units } = readQuestion(search, await searchSynonyms());
  const counting = units.some(({ isLoose }) => !isLoose) ? units.filter(({ isLoose }) => !isLoose) : units;
  const topics = (await topicsWithCounts()).filter(({ experts }) => experts > 0);
  return topics
    .map(({ slug, name, otherNames, experts }) => {
      const names = [name, ...otherNames].map((text) => words(text));
      const nearness = counting.reduce(
        (sum, { forms }) => sum + Math.max(...forms.map((form) => nearest(form, names))),
        0,
      );
      return { nearness, topic: { slug, name, experts } };
    })
    .filter(({ nearness }) => nearness > 0)
    .sort((one, other) => other.nearness - one.nearness || other.topic.experts - one.topic.experts)
    .slice(0, MOST_TOPICS)
    .map(({ topic }) => topic);
}

/** Returns how near the words of a form are to the nearest of a topic's names; 0 where one of them is far. */
function nearest(form: string[], names: string[][]): number {
  return Math.max(
    0,
    ...names.map((own) => Math.min(...form.map((word) => Math.max(0, ...own.map((other) => nearness(word, other)))))),
  );
}

/** The same word, the same stem, a beginning, or a typo away. */
function nearness(word: string, other: string): number {
  if (word === other) return 4;
  if (stemOf(word) === stemOf(other)) return 3;
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  if (short.length >= 4 && long.startsWith(short)) return 2;
  if (long.length < 5) return 0;
  return distance(word, other) <= (long.length < 8 ? 1 : 2) ? 1 : 0;
}
