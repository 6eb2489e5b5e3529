/** The topics of the site with how many people each has. */
import { keyOf, type Queryable, readDb, type Synonyms, words } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { searchSynonyms } from "~/models/base/text/synonyms.server";
import type { Evidence } from "~/models/records/evidence/evidence";
import { evidenceOf, evidenceOfMany } from "~/models/records/evidence/evidence.server";
import { Footnotes } from "~/models/records/evidence/footnotes";
import { publicEvidence } from "~/models/records/evidence/support";
import { currentTopics, type Topic, topicListings } from "~/models/records/experts/topics.server";
import { facetListing, facetsOf } from "~/models/records/listings/facets";
import { tidiedAddress } from "~/models/records/listings/list-address";
import { listingCounts } from "~/models/records/listings/listing.server";
import { slugify } from "~/models/records/shared/slugs.server";
import { topicById } from "./rows.server";

export interface CountedTopic extends Topic {
  /** Those of narrower topics among them. */
  experts: number;
}

export async function topicsWithCounts(): Promise<CountedTopic[]> {
  const [topics, counts] = await Promise.all([currentTopics(), listingCounts()]);
  return topics.map((topic) => ({ ...topic, experts: counts[facetListing("topic", topic.slug)] ?? 0 }));
}

/**
 * A topic by its present slug, a former one, or any of its names as it is written or as it would stand in an address:
 * "zombie cells" and "zombie-cells"; or by words that the search's synonyms give to it alone. Throws "missing".
 */
export async function findTopic(
  address: string,
): Promise<CountedTopic & { narrower: CountedTopic[]; above: CountedTopic | null }> {
  const topics = await topicsWithCounts();
  const topic = topicAt(topics, address) ?? topicMeant(topics, address, await searchSynonyms());
  if (!topic) throw new AppError("missing", "There is no topic at this address.");
  return {
    ...topic,
    narrower: topics.filter(({ broader }) => broader === topic.slug),
    above: topics.find((one) => one.slug === topic.broader) ?? null,
  };
}

/** The slugs of topics that are given as `findTopic` takes them; what is no topic stays. */
export async function slugsOfNamed(given: string[]): Promise<string[]> {
  const topics = await currentTopics();
  if (given.every((text) => topics.some(({ slug }) => slug === text))) return given;
  const synonyms = await searchSynonyms();
  const slugs = given.map((text) => (topicAt(topics, text) ?? topicMeant(topics, text, synonyms))?.slug ?? text);
  return [...new Set(slugs)];
}

/** As `tidiedAddress`, and where a list is narrowed by another name of a topic: the address with the topic's slug. */
export async function tidiedListAddress(url: URL): Promise<string | null> {
  const tidied = tidiedAddress(url);
  const { pathname, searchParams } = tidied ? new URL(tidied, url) : url;
  const { topic = [] } = facetsOf(searchParams);
  const slugs = await slugsOfNamed(topic);
  if (slugs.join() === topic.join()) return tidied;
  const params = new URLSearchParams(searchParams);
  params.set("topic", slugs.join(","));
  return `${pathname}?${params.toString().replaceAll("%2C", ",")}`;
}

/** The one topic that has among its names a word, or a phrase, that a list of synonyms has for the given one. */
function topicMeant<One extends Topic>(topics: One[], address: string, { others }: Synonyms): One | undefined {
  if (address.length > LONGEST_NAME || address.includes("/")) return undefined;
  const meant = new Set((others.get(keyOf(words(address))) ?? []).map(keyOf));
  if (meant.size === 0) return undefined;
  const named = topics.filter(({ name, otherNames }) =>
    [name, ...otherNames].some((text) => meant.has(keyOf(words(text)))),
  );
  return named.length === 1 ? named[0] : undefined;
}

/** Slugs come before names, which can be written alike; what is longer than any name, or a path of its own, is none. */
function topicAt<One extends Topic>(topics: One[], address: string): One | undefined {
  const slug = address.toLowerCase();
  const own = topics.find((topic) => topic.slug === slug) ?? topics.find((topic) => topic.formerSlugs.includes(slug));
  const named = address.length > LONGEST_NAME || address.includes("/") ? "" : slugify(address);
  if (own || !named) return own;
  return (
    topics.find((topic) => topic.slug === named) ??
    topics.find(({ name }) => slugify(name) === named) ??
    topics.find(({ formerSlugs, otherNames }) => formerSlugs.includes(named) || otherNames.map(slugify).includes(named))
  );
}

/** Of what is in an address, in characters: names have 80 at most, and marks and signs of their own. */
const LONGEST_NAME = 160;

/** As `findTopic`, by its id. */
export async function topicForEditor(_editor: Editor, id: string): Promise<CountedTopic> {
  const topic = (await topicsWithCounts()).find((topic) => topic.id === id);
  if (!topic) throw new AppError("missing", "There is no such topic.");
  return topic;
}

/** A topic's page shows its description with the sources of each sentence. */
export async function citedDescription({ id, description }: Topic) {
  const { rowId } = await topicById(readDb, id);
  const footnotes = new Footnotes({ description }, await evidenceOf({ topicRowId: rowId }));
  return { lead: footnotes.cite("description", description), ...footnotes.shown() };
}

/** Evidence of all topics by their slugs. */
export async function evidenceOfTopics(from: Queryable): Promise<Map<string, Evidence[]>> {
  const rows = await from.selectFrom("topics").select(["rowId", "slug"]).execute();
  if (rows.length === 0) return new Map();
  const found = await evidenceOfMany(
    from,
    "topicRowId",
    rows.map(({ rowId }) => rowId),
  );
  return new Map(rows.map(({ rowId, slug }) => [slug, found.get(rowId) ?? []]));
}

/** As `publicTopic`, of all, each with the sources of its description. */
export async function publicTopics() {
  const [topics, evidence] = await Promise.all([topicsWithCounts(), evidenceOfTopics(readDb)]);
  return topics.map((topic) => {
    const { slug, description } = topic;
    return { ...publicTopic(topic), evidence: publicEvidence({ description }, evidence.get(slug) ?? []) };
  });
}

/** Published articles with the topic, or a narrower one, among their tags, by any of its names; the latest first. */
export async function articlesOfTopic({ slug }: Pick<Topic, "slug">, limit: number) {
  const topics = await currentTopics();
  const names = new Set(
    topics
      .filter(
        (topic) => topic.slug === slug || topicListings(topics, [topic.slug]).includes(facetListing("topic", slug)),
      )
      .flatMap(({ name, otherNames }) => [name, ...otherNames])
      .map((text) => text.toLowerCase()),
  );
  const rows = await readDb
    .selectFrom("articles")
    .select(["slug", "title", "tags"])
    .where("status", "=", "published")
    .where("deletedAt", "is", null)
    .orderBy("publishedAt", "desc")
    .limit(MOST_LOOKED_AT)
    .execute();
  return rows
    .filter(({ tags }) => (JSON.parse(tags) as string[]).some((tag) => names.has(tag.toLowerCase())))
    .slice(0, limit)
    .map(({ slug, title }) => ({ slug, title }));
}

const MOST_LOOKED_AT = 1_000;

/** A topic as readers of the JSON interface get it. */
export function publicTopic({ slug, name, otherNames, broader, description, experts }: CountedTopic) {
  return { slug, name, otherNames, broader: broader || null, description, experts };
}

/** As `publicTopic`, with what editors see. */
export function adminTopic(topic: CountedTopic) {
  return { id: topic.id, ...publicTopic(topic), openalex: topic.openalex };
}
