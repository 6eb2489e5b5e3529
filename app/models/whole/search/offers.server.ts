/** Offers people, topics, institutions and articles while somebody types in a search box. */
import { readDb, searchExperts, words } from "~/db.server";
import { countNoun } from "~/models/base/text/numbers";
import { searchSynonyms } from "~/models/base/text/synonyms.server";
import { listArticles } from "~/models/records/articles/articles.server";
import { summariesByRowId } from "~/models/records/directory/experts.server";
import { institutionsOf } from "~/models/records/experts/institutions.server";
import { facetListing, facetQuery } from "~/models/records/listings/facets";
import { listAddress } from "~/models/records/listings/list-address";
import { listingCounts } from "~/models/records/listings/listing.server";
import { topicsWithCounts } from "~/models/records/topics/topics.server";
import { nearestTopics } from "./ways-out.server";

export const OFFER_KINDS = ["expert", "topic", "institution", "article", "search"] as const;

export interface Offer {
  kind: (typeof OFFER_KINDS)[number];
  name: string;
  /** The kind, or the number of its people. */
  note: string;
  /** The path of its page. */
  address: string;
}

const MAX_OFFERS: Record<Offer["kind"], number> = { expert: 4, topic: 3, institution: 2, article: 2, search: 2 };
/** Limits the JSON, because an answer is sent at every pause of the typing. */
const MAX_BYTES = 2_900;
const MAX_CHARACTERS = 100;
/** Limits the people whose institutions are read. */
const MAX_PEOPLE = 50;

/** Returns the best offers of each kind for a text; none for a single character. The JSON has at most 3 KB. */
export async function offersFor(text: string): Promise<Offer[]> {
  const typedWords = words(text.slice(0, 200));
  if (typedWords.join("").length < 2) return [];
  const searchQuery = { text, offset: 0, limit: MAX_PEOPLE, synonyms: await searchSynonyms() };
  const { rowIds } = await searchExperts(readDb, searchQuery);
  const [people, topics, institutions, articles] = await Promise.all([
    summariesByRowId(rowIds.slice(0, MAX_OFFERS.expert)),
    topicOffers(typedWords),
    institutionOffers(rowIds, typedWords),
    articleOffers(text),
  ]);
  const experts = people.map(({ slug, name, title }) => offer("expert", name, title, `/${slug}`));
  const nearbyOffers = people.length + topics.length === 0 ? await offersNearby(searchQuery) : [];
  return limitBytes([...experts, ...topics, ...institutions, ...articles, ...nearbyOffers]);
}

/** Returns offers for a text without results: words of similar spelling, and the nearest topics. */
async function offersNearby(searchQuery: Parameters<typeof searchExperts>[1]): Promise<Offer[]> {
  const { similarWords } = await searchExperts(readDb, { ...searchQuery, includesNearest: true });
  const wordOffers = similarWords.map((word) =>
    offer("search", word, "Similar spelling", listAddress("/directory", { search: word })),
  );
  const topics = (await nearestTopics(searchQuery.text)).slice(0, MAX_OFFERS.topic);
  const topicOffersNearby = topics.map(({ slug, name, experts }) =>
    offer("topic", name, `near what you typed, ${peopleIn(experts)}`, `/topics/${slug}`),
  );
  return [...wordOffers.slice(0, MAX_OFFERS.search), ...topicOffersNearby];
}

function offer(kind: Offer["kind"], name: string, note: string, address: string): Offer {
  return { kind, name: shorten(name), note: shorten(note), address };
}

function shorten(text: string): string {
  const letters = [...text];
  return letters.length > MAX_CHARACTERS ? `${letters.slice(0, MAX_CHARACTERS - 1).join("")}…` : text;
}

function limitBytes(offers: Offer[]): Offer[] {
  let bytes = 0;
  return offers.filter((offer) => {
    bytes += Buffer.byteLength(JSON.stringify(offer)) + 1;
    return bytes <= MAX_BYTES;
  });
}

/** Returns whether every typed word begins a word of the name. */
function matchesTypedWords(name: string, typed: string[]): boolean {
  const nameWords = words(name);
  return typed.every((word) => nameWords.some((text) => text.startsWith(word)));
}

async function topicOffers(typed: string[]): Promise<Offer[]> {
  const topics = await topicsWithCounts();
  return topics
    .filter(
      ({ experts, name, otherNames }) =>
        experts > 0 && [name, ...otherNames].some((text) => matchesTypedWords(text, typed)),
    )
    .sort((topic, other) => other.experts - topic.experts)
    .slice(0, MAX_OFFERS.topic)
    .map(({ slug, name, experts }) => offer("topic", name, peopleIn(experts), `/topics/${slug}`));
}

/**
 * Returns the institutions of matching people whose names were typed, because a search for "harvard" finds its
 * people. An institution without an identifier has the name that its people give.
 */
async function institutionOffers(rowIds: number[], typed: string[]): Promise<Offer[]> {
  if (rowIds.length === 0) return [];
  const counts = await listingCounts();
  const areAllRead = rowIds.length < MAX_PEOPLE;
  const institutions = await institutionsOf(rowIds);
  return institutions
    .filter(({ name }) => matchesTypedWords(name, typed))
    .map(({ name, ror, people }) => {
      const experts = ror ? (counts[facetListing("institution", ror)] ?? people) : people;
      const note = ror || areAllRead ? peopleIn(experts) : `${peopleIn(experts)} or more`;
      const address = ror
        ? `/directory?${facetQuery({ institution: [ror] })}`
        : listAddress("/directory", { search: name });
      return { experts, offer: offer("institution", name, note, address) };
    })
    .sort((first, second) => second.experts - first.experts)
    .slice(0, MAX_OFFERS.institution)
    .map((ranked) => ranked.offer);
}

async function articleOffers(text: string): Promise<Offer[]> {
  const { articles } = await listArticles({ search: text, type: "", page: 1, limit: MAX_OFFERS.article });
  return articles.map(({ slug, title }) => offer("article", title, "Article", `/articles/${slug}`));
}

function peopleIn(experts: number): string {
  return countNoun(experts, "person", "people");
}
