/** Topics in exports and imports. */
import { z } from "zod";
import type { Queryable } from "~/db.server";
import { parse } from "~/models/base/input/validation.server";
import { bringBackEvidence } from "~/models/records/evidence/evidence.server";
import { EvidenceList, isEvidenceKnown } from "~/models/records/evidence/transfer.server";
import { publishListings } from "~/models/records/experts/publish.server";
import { readTopics, type Topic } from "~/models/records/experts/topics.server";
import { TOPIC_LABELS } from "~/models/records/topics/rows.server";
import { evidenceOfTopics } from "~/models/records/topics/topics.server";
import { addTopic, changeTopic, refuseUnusable, TopicInput } from "./edit.server";

const slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "This is not the address of a topic.");
const Exported = TopicInput.extend({
  slug,
  formerSlugs: z.array(slug).max(1_000).default([]),
  /** Without it, what is stored stays. */
  evidence: EvidenceList.optional(),
});

export type ImportedTopic = z.output<typeof Exported>;

const NAMES = Object.keys(TOPIC_LABELS) as (keyof typeof TOPIC_LABELS)[];

/** All topics, each after the one that is broader. */
export async function exportedTopics(from: Queryable) {
  const topics = await readTopics(from);
  const depthOf = ({ broader }: Topic): number => {
    const above = topics.find(({ slug }) => slug === broader);
    return above ? 1 + depthOf(above) : 0;
  };
  const evidence = await evidenceOfTopics(from);
  return topics
    .toSorted((one, other) => depthOf(one) - depthOf(other))
    .map((topic) => ({ ...exported(topic), evidence: evidence.get(topic.slug) ?? [] }));
}

function exported({ slug, formerSlugs, name, otherNames, broader, description, openalex }: Topic): ImportedTopic {
  return { slug, formerSlugs, name, otherNames, broader, description, openalex };
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
  const changed = NAMES.filter((name) => !isSame(name)).map((name) => TOPIC_LABELS[name]);
  const isEvidenceSame = !value.evidence || (was ? await isEvidenceStored(from, value) : value.evidence.length === 0);
  return { value, was, isNew: !was, changed: isEvidenceSame ? changed : [...changed, "Sources of sentences"] };
}

export async function topicAt(from: Queryable, address: string): Promise<ImportedTopic | undefined> {
  const topic = (await readTopics(from)).find(({ slug }) => slug === address);
  return topic && exported(topic);
}

/** Takes a topic of an export over, as a part of its transaction. Throws "invalid", "conflict". */
export async function importTopic(
  tx: Queryable,
  { slug, formerSlugs, evidence, ...topic }: ImportedTopic,
): Promise<void> {
  const present = (await readTopics(tx)).find((one) => one.slug === slug);
  const { id } = present ?? (await addTopic(tx, topic, slug));
  if (present) await publishListings(tx, await changeTopic(tx, id, topic));
  const { rowId } = await tx.selectFrom("topics").select("rowId").where("id", "=", id).executeTakeFirstOrThrow();
  for (const former of formerSlugs)
    await tx
      .insertInto("topicSlugs")
      .values({ slug: former, topicRowId: rowId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  if (evidence) await bringBackEvidence(tx, { topicRowId: rowId }, evidence);
}

async function isEvidenceStored(from: Queryable, { slug, evidence = [] }: ImportedTopic): Promise<boolean> {
  const row = await from.selectFrom("topics").select("rowId").where("slug", "=", slug).executeTakeFirstOrThrow();
  return isEvidenceKnown(from, { topicRowId: row.rowId }, evidence);
}
