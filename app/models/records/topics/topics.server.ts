/** Reads the topics of the site with their numbers of people. */
import { phraseKey, type Queryable, readDb, type Synonyms, words } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { searchSynonyms } from "~/models/base/text/synonyms.server";
import type { Evidence } from "~/models/records/evidence/evidence";
import { evidenceOf, evidenceOfMany } from "~/models/records/evidence/evidence.server";
import { Footnotes } from "~/models/records/evidence/footnotes";
import { publicEvidence } from "~/models/records/evidence/support";
import { currentTopics, type Topic, topicListings } from "~/models/records/experts/topics.server";
import { facetListing, facetsOf } from "~/models/records/listings/facets";
import { canonicalAddress } from "~/models/records/listings/list-address";
import { listingCounts } from "~/models/records/listings/listing.server";
import { slugify } from "~/models/records/shared/slugs.server";
import { topicById } from "./rows.server";

export interface CountedTopic extends Topic {
  /** The number of experts, including those of narrower topics. */
  experts: number;
}

export async function topicsWithCounts(): Promise<CountedTopic[]> {
  const [topics, counts] = await Promise.all([currentTopics(), listingCounts()]);
  return topics.map((topic) => ({ ...topic, experts: counts[facetListing("topic", topic.slug)] ?? 0 }));
}

/**
 * Finds a topic by its present or a former slug, or by any of its names, also in the form of an address: "zombie cells" and
 * "zombie-cells". Words that the search's synonyms assign to one topic alone find it, too. Throws "missing".
 */
export async function findTopic(
  address: string,
): Promise<CountedTopic & { narrower: CountedTopic[]; above: CountedTopic | null }> {
  const topics = await topicsWithCounts();
  const topic = topicAtAddress(topics, address) ?? topicBySynonym(topics, address, await searchSynonyms());
  if (!topic) throw new AppError("missing", "There is no topic at this address.");
  return {
    ...topic,
    narrower: topics.filter(({ broader }) => broader === topic.slug),
    above: topics.find((candidate) => candidate.slug === topic.broader) ?? null,
  };
}

/** Returns the slugs of topics, found as `findTopic` does; other texts stay unchanged. */
export async function slugsOfNamed(names: string[]): Promise<string[]> {
  const topics = await currentTopics();
  if (names.every((text) => topics.some(({ slug }) => slug === text))) return names;
  const synonyms = await searchSynonyms();
  const slugs = names.map(
    (text) => (topicAtAddress(topics, text) ?? topicBySynonym(topics, text, synonyms))?.slug ?? text,
  );
  return [...new Set(slugs)];
}

/** Works like `canonicalAddress`, and also replaces other names of a topic by its slug. */
export async function canonicalListAddress(url: URL): Promise<string | null> {
  const tidiedAddress = canonicalAddress(url);
  const { pathname, searchParams } = tidiedAddress ? new URL(tidiedAddress, url) : url;
  const { topic = [] } = facetsOf(searchParams);
  const slugs = await slugsOfNamed(topic);
  if (slugs.join() === topic.join()) return tidiedAddress;
  const params = new URLSearchParams(searchParams);
  params.set("topic", slugs.join(","));
  return `${pathname}?${params.toString().replaceAll("%2C", ",")}`;
}

/** Returns the only topic with a name that the synonyms list for the address. */
function topicBySynonym<T extends Topic>(
  topics: T[],
  address: string,
  { byPhrase: synonyms }: Synonyms,
): T | undefined {
  if (address.length > MAX_NAME_LENGTH || address.includes("/")) return undefined;
  const meanings = new Set((synonyms.get(phraseKey(words(address))) ?? []).map(phraseKey));
  if (meanings.size === 0) return undefined;
  const namedTopics = topics.filter(({ name, otherNames }) =>
    [name, ...otherNames].some((text) => meanings.has(phraseKey(words(text)))),
  );
  return namedTopics.length === 1 ? namedTopics[0] : undefined;
}

/** Prefers slugs to names, which can be spelt alike. Longer texts, and paths, name no topic. */
function topicAtAddress<T extends Topic>(topics: T[], address: string): T | undefined {
  const slug = address.toLowerCase();
  const bySlug =
    topics.find((topic) => topic.slug === slug) ?? topics.find((topic) => topic.formerSlugs.includes(slug));
  const slugOfName = address.length > MAX_NAME_LENGTH || address.includes("/") ? "" : slugify(address);
  if (bySlug || !slugOfName) return bySlug;
  return (
    topics.find((topic) => topic.slug === slugOfName) ??
    topics.find(({ name }) => slugify(name) === slugOfName) ??
    topics.find(
      ({ formerSlugs, otherNames }) => formerSlugs.includes(slugOfName) || otherNames.map(slugify).includes(slugOfName),
    )
  );
}

/** The limit of characters of an address: names have 80, and further marks. */
const MAX_NAME_LENGTH = 160;

/** Works like `findTopic`, by id. */
export async function topicForEditor(_editor: Editor, id: string): Promise<CountedTopic> {
  const topic = (await topicsWithCounts()).find((topic) => topic.id === id);
  if (!topic) throw new AppError("missing", "There is no such topic.");
  return topic;
}

/** Returns the description of a topic with the sources of each sentence, for its page. */
export async function citedDescription({ id, description }: Topic) {
  const { rowId } = await topicById(readDb, id);
  const footnotes = new Footnotes({ description }, await evidenceOf({ topicRowId: rowId }));
  return { lead: footnotes.cite("description", description), ...footnotes.pageData() };
}

/** Returns evidence of all topics by their slugs. */
export async function evidenceOfTopics(from: Queryable): Promise<Map<string, Evidence[]>> {
  const rows = await from.selectFrom("topics").select(["rowId", "slug"]).execute();
  if (rows.length === 0) return new Map();
  const evidenceByRow = await evidenceOfMany(
    from,
    "topicRowId",
    rows.map(({ rowId }) => rowId),
  );
  return new Map(rows.map(({ rowId, slug }) => [slug, evidenceByRow.get(rowId) ?? []]));
}

/** Returns all topics as `publicTopic` does, with the sources of their descriptions. */
export async function publicTopics() {
  const [topics, evidence] = await Promise.all([topicsWithCounts(), evidenceOfTopics(readDb)]);
  return topics.map((topic) => {
    const { slug, description } = topic;
    return { ...publicTopic(topic), evidence: publicEvidence({ description }, evidence.get(slug) ?? []) };
  });
}

/**
 * Returns published articles that have the topic, or a narrower one, among their tags, by any of its names; the latest
 * first.
 */
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
    .limit(MAX_ARTICLES_READ)
    .execute();
  return rows
    .filter(({ tags }) => (JSON.parse(tags) as string[]).some((tag) => names.has(tag.toLowerCase())))
    .slice(0, limit)
    .map(({ slug, title }) => ({ slug, title }));
}

const MAX_ARTICLES_READ = 1_000;

/** Returns a topic for the JSON interface. */
export function publicTopic({ slug, name, otherNames, broader, description, experts }: CountedTopic) {
  return { slug, name, otherNames, broader: broader || null, description, experts };
}

/** Works like `publicTopic`, and adds what editors see. */
export function adminTopic(topic: CountedTopic) {
  return { id: topic.id, ...publicTopic(topic), openalex: topic.openalex, updatedAt: topic.updatedAt };
}
