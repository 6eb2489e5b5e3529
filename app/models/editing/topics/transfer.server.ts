/** Exports and imports topics. */
import { z } from "zod";
import type { Queryable } from "~/db.server";
import { parse } from "~/models/base/input/validation.server";
import { replaceEvidence } from "~/models/records/evidence/evidence.server";
import { EvidenceList } from "~/models/records/evidence/transfer.server";
import { readTopics, type Topic } from "~/models/records/experts/topics.server";
import { evidenceOfTopics } from "~/models/records/topics/topics.server";
import { addTopic, TopicInput } from "./edit.server";

const slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "This is not the address of a topic.");
const ExportedInput = TopicInput.extend({
  slug,
  formerSlugs: z.array(slug).max(1_000).default([]),
  evidence: EvidenceList.optional(),
});

export type ExportedTopic = z.output<typeof ExportedInput>;

/** Returns all topics, each after its broader topic. */
export async function exportedTopics(from: Queryable) {
  const topics = await readTopics(from);
  const depthOf = ({ broader }: Topic): number => {
    const broaderTopic = topics.find(({ slug }) => slug === broader);
    return broaderTopic ? 1 + depthOf(broaderTopic) : 0;
  };
  const evidence = await evidenceOfTopics(from);
  return topics
    .toSorted((topic, otherTopic) => depthOf(topic) - depthOf(otherTopic))
    .map((topic) => ({ ...toExport(topic), evidence: evidence.get(topic.slug) ?? [] }));
}

function toExport({ slug, formerSlugs, name, otherNames, broader, description, openalex }: Topic): ExportedTopic {
  return { slug, formerSlugs, name, otherNames, broader, description, openalex };
}

/** Adds a topic of an export, within the transaction of the import. Throws "invalid", "conflict". */
export async function importTopic(tx: Queryable, input: unknown): Promise<void> {
  const { slug, formerSlugs, evidence, ...topic } = parse(ExportedInput, input);
  const { id } = await addTopic(tx, topic, slug);
  const { rowId } = await tx.selectFrom("topics").select("rowId").where("id", "=", id).executeTakeFirstOrThrow();
  for (const formerSlug of formerSlugs)
    await tx
      .insertInto("topicSlugs")
      .values({ slug: formerSlug, topicRowId: rowId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  if (evidence) await replaceEvidence(tx, { topicRowId: rowId }, evidence);
}
