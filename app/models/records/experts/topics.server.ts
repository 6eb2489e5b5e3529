/** The site's topics as records of people name them, and the listings in which their people stand. */
import { z } from "zod";
import { fold, type Queryable, readDb, untilContentChanges } from "~/db.server";
import { AppError } from "~/errors";
import { facetListing } from "~/models/records/listings/facets";
import { EXPERT_RECORD } from "./fields";

export interface Topic {
  id: string;
  slug: string;
  /** Of topics that were merged into it. */
  formerSlugs: string[];
  name: string;
  otherNames: string[];
  /** The slug of a topic; "" for one at the top. */
  broader: string;
  description: string;
  /** Identifiers of OpenAlex topics and keywords. */
  openalex: string[];
  updatedAt: string;
}

/** All of them, by name. */
export const currentTopics = untilContentChanges(() => readTopics(readDb));

export async function readTopics(from: Queryable): Promise<Topic[]> {
  const rows = await from.selectFrom("topics").selectAll().orderBy("slug").execute();
  if (rows.length === 0) return [];
  const slugs = await from.selectFrom("topicSlugs").selectAll().orderBy("slug").execute();
  return rows
    .map(({ rowId, createdAt: _createdAt, otherNames, openalex, ...topic }) => {
      const former = slugs.filter(({ topicRowId, slug }) => topicRowId === rowId && slug !== topic.slug);
      const formerSlugs = former.map(({ slug }) => slug);
      return { ...topic, formerSlugs, otherNames: JSON.parse(otherNames), openalex: JSON.parse(openalex) };
    })
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/**
 * The slugs of topics that are given by slug or by any of their names.
 *
 * @throws AppError "invalid" for an unknown topic.
 */
export function slugsOfTopics(topics: NamedTopic[], given: string[]): string[] {
  const slugs = given.map((text) => {
    const slug = slugOfTopic(topics, text);
    if (slug) return slug;
    const message = `There is no topic “${text}”. Please choose one from the list.`;
    throw new AppError("invalid", message, { topics: message });
  });
  return [...new Set(slugs)];
}

/**
 * What was given of a record, its topics by their slugs, however they are named: the same topic is no change.
 *
 * @throws AppError "invalid" for an unknown topic.
 */
export async function withTopicSlugs(from: Queryable, input: unknown): Promise<unknown> {
  // More are refused anyway, before any of them is looked for.
  const named = z.looseObject({ topics: z.array(z.string()).max(EXPERT_RECORD.topics.entries) }).safeParse(input);
  if (!named.success) return input;
  const wanted = named.data.topics.filter((text) => text.trim());
  return { ...named.data, topics: slugsOfTopics(await readTopics(from), wanted) };
}

/** Returns the earlier topics that are still there, by their present slugs. */
export function knownTopics(topics: NamedTopic[], given: string[]): string[] {
  return [...new Set(given.flatMap((text) => slugOfTopic(topics, text) ?? []))];
}

export type NamedTopic = Pick<Topic, "slug" | "formerSlugs" | "name" | "otherNames">;

function slugOfTopic(topics: NamedTopic[], text: string): string | undefined {
  // Most are stored by their slugs; reading all names takes a hundred times as long.
  const topic = topics.find(({ slug }) => slug === text);
  if (topic) return topic.slug;
  const folded = fold(text.trim());
  const isNamed = ({ name, otherNames }: NamedTopic) => [name, ...otherNames].some((text) => fold(text) === folded);
  const isAt = ({ slug, formerSlugs }: NamedTopic) => slug === folded || formerSlugs.includes(folded);
  // No two have the same name; an address may be what another one is called now.
  return (topics.find(isNamed) ?? topics.find(isAt))?.slug;
}

/**
 * Returns the text that leads back to a topic when it is typed: its name, or its slug where the name is another one's
 * address.
 */
export function typedTopic(topics: NamedTopic[], { slug, name }: NamedTopic): string {
  return slugOfTopic(topics, name) === slug ? name : slug;
}

/** Returns the listings of the topics, and of each broader one. */
export function topicListings(topics: Topic[], slugs: string[]): string[] {
  const found = new Set<string>();
  for (const slug of slugs) {
    let at = topics.find((topic) => topic.slug === slug);
    while (at && !found.has(at.slug)) {
      found.add(at.slug);
      const { broader } = at;
      at = topics.find((topic) => topic.slug === broader);
    }
  }
  return Array.from(found, (slug) => facetListing("topic", slug));
}
