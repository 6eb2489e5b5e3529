/** Reads topics, finds them by their names, and returns the listings that contain their people. */
import { z } from "zod";
import { fold, type Queryable, readDb, untilContentChanges } from "~/db.server";
import { AppError } from "~/errors";
import { facetListing } from "~/models/records/listings/facets";
import { EXPERT_RECORD } from "./fields";

export interface Topic {
  id: string;
  slug: string;
  /** Other slugs that lead to this topic, such as those of topics that were merged into it. */
  formerSlugs: string[];
  name: string;
  otherNames: string[];
  /** The slug of the broader topic; "" for a topic at the top. */
  broader: string;
  description: string;
  /** Identifiers of OpenAlex topics and keywords. */
  openalex: string[];
  updatedAt: string;
}

/** Returns all topics by name. */
export const currentTopics = untilContentChanges(() => readTopics(readDb));

export async function readTopics(from: Queryable): Promise<Topic[]> {
  const rows = await from.selectFrom("topics").selectAll().orderBy("slug").execute();
  if (rows.length === 0) return [];
  const slugs = await from.selectFrom("topicSlugs").selectAll().orderBy("slug").execute();
  const slugsByTopic = Map.groupBy(slugs, ({ topicRowId }) => topicRowId);
  return rows
    .map(({ rowId, createdAt: _createdAt, otherNames, openalex, ...topic }) => {
      const formerRows = (slugsByTopic.get(rowId) ?? []).filter(({ slug }) => slug !== topic.slug);
      const formerSlugs = formerRows.map(({ slug }) => slug);
      return { ...topic, formerSlugs, otherNames: JSON.parse(otherNames), openalex: JSON.parse(openalex) };
    })
    .sort((first, second) => first.name.localeCompare(second.name, "en"));
}

/**
 * Returns the slugs of topics that are named by slug or by any of their names.
 * @throws AppError "invalid" for an unknown topic.
 */
export function slugsOfTopics(topics: NamedTopic[], texts: string[]): string[] {
  const slugs = texts.map((text) => {
    const slug = slugOfTopic(topics, text);
    if (slug) return slug;
    const message = `There is no topic “${text}”. Please choose one from the list.`;
    throw new AppError("invalid", message, { topics: message });
  });
  return [...new Set(slugs)];
}

/**
 * Returns the input with its topics as slugs, however it names them, so that the same topic is no change.
 * @throws AppError "invalid" for an unknown topic.
 */
export async function withTopicSlugs(from: Queryable, input: unknown): Promise<unknown> {
  // Ignores longer lists, which are refused anyway, before looking for their topics.
  const parsedInput = z.looseObject({ topics: z.array(z.string()).max(EXPERT_RECORD.topics.entries) }).safeParse(input);
  if (!parsedInput.success) return input;
  const topicNames = parsedInput.data.topics.filter((text) => text.trim());
  return { ...parsedInput.data, topics: slugsOfTopics(await readTopics(from), topicNames) };
}

/** Returns the earlier topics that still exist, by their present slugs. */
export function existingTopics(topics: NamedTopic[], texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => slugOfTopic(topics, text) ?? []))];
}

export type NamedTopic = Pick<Topic, "slug" | "formerSlugs" | "name" | "otherNames">;

/** The slugs of a list's topics by their folded names, and by their present and former slugs. */
interface TopicIndex {
  byName: Map<string, string>;
  bySlug: Map<string, string>;
  /** The number of topics in the index. An import adds topics to the end of its list. */
  count: number;
}

/** The indexes of lists of topics. They are kept, because the rows of a table may name thousands of topics. */
const topicIndexes = new WeakMap<NamedTopic[], TopicIndex>();

function topicIndexOf(topics: NamedTopic[]): TopicIndex {
  const index = topicIndexes.get(topics) ?? { byName: new Map(), bySlug: new Map(), count: 0 };
  topicIndexes.set(topics, index);
  // The first topic of a list keeps its text.
  const add = (slugs: Map<string, string>, text: string, slug: string) => slugs.has(text) || slugs.set(text, slug);
  for (const { slug, name, otherNames, formerSlugs } of topics.slice(index.count)) {
    for (const text of [name, ...otherNames]) add(index.byName, fold(text), slug);
    for (const text of [slug, ...formerSlugs]) add(index.bySlug, text, slug);
  }
  index.count = topics.length;
  return index;
}

function slugOfTopic(topics: NamedTopic[], text: string): string | undefined {
  // Tries the slug first: most records name topics so, and reading all names takes much longer.
  const topic = topics.find(({ slug }) => slug === text);
  if (topic) return topic.slug;
  const foldedText = fold(text.trim());
  const { byName, bySlug } = topicIndexOf(topics);
  // Prefers the name, which is unique: an address may be the present name of another topic.
  return byName.get(foldedText) ?? bySlug.get(foldedText);
}

/**
 * Returns the text that leads back to a topic when it is typed: its name, or its slug if the name is the address of another
 * topic.
 */
export function typedTopic(topics: NamedTopic[], { slug, name }: NamedTopic): string {
  return slugOfTopic(topics, name) === slug ? name : slug;
}

/** Returns the listings of the topics, and of each broader topic. */
export function topicListings(topics: Topic[], slugs: string[]): string[] {
  const listings = new Set<string>();
  for (const slug of slugs) {
    let ancestor = topics.find((topic) => topic.slug === slug);
    while (ancestor && !listings.has(ancestor.slug)) {
      listings.add(ancestor.slug);
      const { broader } = ancestor;
      ancestor = topics.find((topic) => topic.slug === broader);
    }
  }
  return Array.from(listings, (slug) => facetListing("topic", slug));
}
