/** Topics in exports and imports. */
import { z } from "zod";
import type { Queryable } from "~/db.server";
import { publishListings } from "~/models/experts/publish.server";
import { readTopics, type Topic } from "~/models/experts/topics.server";
import { parse } from "~/models/records/validation.server";
import { addTopic, changeTopic, refuseUnusable, TopicInput } from "./edit.server";

const Exported = TopicInput.extend({ slug: z.string().min(1).max(80) });

export type ImportedTopic = z.output<typeof Exported>;

export const TOPIC_LABELS = {
  name: "Name",
  otherNames: "Other names",
  broader: "Broader topic",
  description: "What it is",
  openalex: "OpenAlex",
};

const NAMES = Object.keys(TOPIC_LABELS) as (keyof typeof TOPIC_LABELS)[];

/** All topics, each after the one that is broader. */
export async function exportedTopics(from: Queryable): Promise<ImportedTopic[]> {
  const topics = await readTopics(from);
  const depthOf = ({ broader }: Topic): number => {
    const above = topics.find(({ slug }) => slug === broader);
    return above ? 1 + depthOf(above) : 0;
  };
  return topics.toSorted((one, other) => depthOf(one) - depthOf(other)).map(exported);
}

function exported({ slug, name, otherNames, broader, description, openalex }: Topic): ImportedTopic {
  return { slug, name, otherNames, broader, description, openalex };
}

/**
 * A topic of an export beside the stored one, and what differs; `earlier` are those that stand before it in the file.
 * Throws "invalid", "conflict".
 */
export async function comparedTopic(from: Queryable, input: unknown, earlier: ImportedTopic[] = []) {
  const value = parse(Exported, input);
  const topics = await readTopics(from);
  const row = topics.find(({ slug }) => slug === value.slug);
  const was = row && exported(row);
  if (!was) refuseUnusable([...topics, ...earlier], value);
  const isSame = (name: keyof typeof TOPIC_LABELS) => JSON.stringify(value[name]) === JSON.stringify(was?.[name]);
  return { value, was, isNew: !was, changed: NAMES.filter((name) => !isSame(name)).map((name) => TOPIC_LABELS[name]) };
}

export async function topicAt(from: Queryable, address: string): Promise<ImportedTopic | undefined> {
  const topic = (await readTopics(from)).find(({ slug }) => slug === address);
  return topic && exported(topic);
}

/** Takes a topic of an export over, as a part of its transaction. Throws "invalid", "conflict". */
export async function importTopic(tx: Queryable, { slug, ...topic }: ImportedTopic): Promise<void> {
  const present = (await readTopics(tx)).find((one) => one.slug === slug);
  if (!present) {
    await addTopic(tx, topic, slug);
    return;
  }
  await publishListings(tx, await changeTopic(tx, present.id, topic));
}
