/** The site's topics as records of people name them, and the listings in which their people stand. */
import { fold, type Queryable, readDb, untilContentChanges } from "~/db.server";
import { AppError } from "~/errors";
import { facetListing } from "./facets";

export interface Topic {
  id: string;
  slug: string;
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
  return rows
    .map(({ rowId: _rowId, createdAt: _createdAt, otherNames, openalex, ...topic }) => {
      return { ...topic, otherNames: JSON.parse(otherNames), openalex: JSON.parse(openalex) };
    })
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/**
 * The slugs of topics that are given by slug or by any of their names.
 *
 * @throws AppError "invalid" for what is no topic.
 */
export function slugsOfTopics(topics: Topic[], given: string[]): string[] {
  const slugs = given.map((text) => {
    const topic = topics.find((one) => isNamed(one, text));
    if (topic) return topic.slug;
    const message = `There is no topic “${text}”. Add it at Topics first, or choose one of the list.`;
    throw new AppError("invalid", message, { topics: message });
  });
  return [...new Set(slugs)];
}

function isNamed({ slug, name, otherNames }: Topic, text: string): boolean {
  const folded = fold(text.trim());
  return slug === folded || [name, ...otherNames].some((one) => fold(one) === folded);
}

/** Those of the topics, and of each that is broader. */
export function topicListings(topics: Topic[], slugs: string[]): string[] {
  const found = new Set<string>();
  for (const slug of slugs) {
    let at = topics.find((one) => one.slug === slug);
    while (at && !found.has(at.slug)) {
      found.add(at.slug);
      const { broader } = at;
      at = topics.find((one) => one.slug === broader);
    }
  }
  return Array.from(found, (slug) => facetListing("topic", slug));
}
