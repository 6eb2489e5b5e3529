/** Adds, changes, merges and deletes topics. */
import { z } from "zod";
import { db, fold, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { shownVersions } from "~/models/base/input/versions.server";
import { publishListings } from "~/models/records/directory/publish.server";
import { readTopics, type Topic } from "~/models/records/experts/topics.server";
import { isListed } from "~/models/records/listings/listing.server";
import {
  conflictAnswer,
  conflictWithoutRevisions,
  type EditConflict,
} from "~/models/records/shared/edit-conflict.server";
import { singleLine, trimmedText } from "~/models/records/shared/schema.server";
import { slugify } from "~/models/records/shared/slugs.server";
import { TOPIC_LABELS } from "~/models/records/topics/labels";
import { timeAfter } from "~/stored-times";
import { moveRejections } from "./rejected.server";

const MAX_NAME = 80;
const MAX_NAMES = 30;
const MAX_OPENALEX = 20;

/** Reads other names and identifiers as lists, or as a text with one entry in each line. */
const lines = (max: number, entries: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((lineInput) => (typeof lineInput === "string" ? lineInput.split(/\r?\n/) : lineInput))
    .transform((names) => withoutRepeats(names.map((text) => text.trim()).filter(Boolean)))
    .pipe(z.array(singleLine(max)).max(entries, `At most ${entries} fit here.`))
    .default([]);

/** Keeps the first of several names that differ only in case. */
function withoutRepeats(names: string[]): string[] {
  const firstByKey = new Map<string, string>();
  for (const name of names) {
    const key = name.toLowerCase();
    if (!firstByKey.has(key)) firstByKey.set(key, name);
  }
  return [...firstByKey.values()];
}

export const TopicInput = z.object({
  name: singleLine(MAX_NAME).min(1, "Please enter a name."),
  otherNames: lines(MAX_NAME, MAX_NAMES),
  broader: trimmedText(MAX_NAME)
    .nullish()
    .transform((slug) => slug ?? "")
    .describe("The slug of a topic; empty or null for one at the top."),
  description: trimmedText(600).default("").describe("What it is, in two sentences."),
  openalex: lines(40, MAX_OPENALEX).describe("Identifiers of OpenAlex topics and keywords."),
});

/** Without `updatedAt` a change overwrites what others changed meanwhile. */
export const TopicEdit = TopicInput.extend({
  updatedAt: z
    .string()
    .optional()
    .describe("The `updatedAt` that you read. If the topic has changed since, the answer is 409."),
});

/** Adds a topic. Throws "invalid", "conflict" for a name that another topic has. */
export async function createTopic(editor: Editor, input: unknown): Promise<{ id: string; slug: string }> {
  const topic = parse(TopicInput, input);
  return db.transaction().execute(async (tx) => {
    const addedTopic = await addTopic(tx, topic);
    await auditTopic(tx, editor, "topic added", { ...addedTopic, name: topic.name });
    return addedTopic;
  });
}

/** Works as `createTopic`, but within a transaction and without an audit entry. Numbers the slug if it is taken. */
export async function addTopic(
  tx: Queryable,
  topic: z.output<typeof TopicInput>,
  slug = slugify(topic.name),
  topics?: TopicNames[],
) {
  refuseUnusable(topics ?? (await readTopics(tx)), topic);
  if (!slug)
    throw new AppError("invalid", "Please enter a name with letters.", { name: "Please enter a name with letters." });
  const slugsInUse = new Set((await tx.selectFrom("topicSlugs").select("slug").execute()).map((row) => row.slug));
  let freeSlug = slug;
  for (let number = 2; slugsInUse.has(freeSlug); number++) freeSlug = `${slug}-${number}`;
  const now = new Date().toISOString();
  const id = newId();
  const { rowId } = await tx
    .insertInto("topics")
    .values({ id, slug: freeSlug, ...columnsOf(topic), createdAt: now, updatedAt: now })
    .returning("rowId")
    .executeTakeFirstOrThrow();
  await tx.insertInto("topicSlugs").values({ slug: freeSlug, topicRowId: rowId }).execute();
  return { id, slug: freeSlug };
}

type TopicNames = Pick<Topic, "slug" | "name" | "otherNames" | "broader">;

/** Throws "conflict" for a name that another topic has, "invalid" for an unknown broader topic. */
export function refuseUnusable(topics: TopicNames[], topic: z.output<typeof TopicInput>): void {
  refuseTaken(topics, topic, "");
  refuseBroader(topics, topic.broader, "");
}

/** Changes a topic; its address stays. Throws "missing", "invalid", "conflict" for a name that another topic has, EditConflict. */
export async function saveTopic(editor: Editor, id: string, input: unknown): Promise<void> {
  const { updatedAt, ...topic } = parse(TopicEdit, input);
  await db.transaction().execute(async (tx) => {
    const topics = await readTopics(tx);
    const storedTopic = topicById(topics, id);
    if (updatedAt !== undefined && updatedAt !== storedTopic.updatedAt) {
      const record = { subjectKind: "topic", subjectId: id, name: "this topic", labels: TOPIC_LABELS } as const;
      const versions = { mine: topic, current: editedFields(storedTopic), updatedAt: storedTopic.updatedAt, input };
      throw await conflictWithoutRevisions(tx, record, versions);
    }
    await publishListings(tx, await changeTopic(tx, id, topic));
    await auditTopic(tx, editor, "topic changed", { id, name: topic.name });
  });
}

/** Returns the versions of the fields that the form of a topic shows. */
export function topicVersions(topic: TopicFields): Record<string, string> {
  return shownVersions(editedFields(topic));
}

type TopicFields = Omit<z.output<typeof TopicInput>, "broader"> & { broader: string | null };

function editedFields({ name, otherNames, broader, description, openalex }: TopicFields): z.output<typeof TopicInput> {
  return { name, otherNames, broader: broader ?? "", description, openalex };
}

/** Returns what the form shows after a conflict. */
export async function topicConflict(error: EditConflict) {
  const topics = await readTopics(readDb);
  const toText = (value: unknown) => (Array.isArray(value) ? value.join("\n") : String(value));
  const nameOf = (slug: unknown) => topics.find((topic) => topic.slug === slug)?.name ?? String(slug);
  const answer = conflictAnswer(error, TOPIC_LABELS, (value, field) =>
    field === "broader" ? nameOf(value) : toText(value),
  );
  return { ...answer, values: { ...answer.values, broader: String(error.merged.broader) } };
}

/** Works as `saveTopic`, but within a transaction, and overwrites. Returns the listed people whose lists and search must be published again. */
export async function changeTopic(tx: Queryable, id: string, topic: z.output<typeof TopicInput>): Promise<number[]> {
  const topics = await readTopics(tx);
  const { slug, updatedAt: formerTime } = topicById(topics, id);
  refuseTaken(topics, topic, slug);
  refuseBroader(topics, topic.broader, slug);
  const updatedAt = timeAfter(formerTime);
  await tx
    .updateTable("topics")
    .set({ ...columnsOf(topic), updatedAt })
    .where("id", "=", id)
    .execute();
  return toListedRowIds(await peopleWith(tx, slugsWithNarrower(topics, slug)));
}

/** Deletes a topic; its people keep their other topics, and narrower topics move up. Throws "missing". */
export async function deleteTopic(editor: Editor, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const topics = await readTopics(tx);
    const topic = topicById(topics, id);
    await replaceEverywhere(tx, topics, topic, null);
    await tx.deleteFrom("topics").where("id", "=", id).execute();
    await auditTopic(tx, editor, "topic deleted", topic);
  });
}

/** Merges a topic into another, which gets its people, names and addresses. Throws "missing", "invalid". */
export async function mergeTopics(editor: Editor, id: string, input: unknown): Promise<void> {
  const { into: targetSlug } = parse(z.object({ into: z.string() }), input);
  await db.transaction().execute(async (tx) => {
    const topics = await readTopics(tx);
    const topic = topicById(topics, id);
    const target = topics.find(({ slug }) => slug === targetSlug);
    const message = "Please choose another topic of the list.";
    if (!target || target.id === id) throw new AppError("invalid", message, { into: message });
    const otherNames = withoutRepeats([...target.otherNames, topic.name, ...topic.otherNames]);
    const openalex = withoutRepeats([...target.openalex, ...topic.openalex]);
    refuseLongLists(target, { otherNames, openalex });
    // A target below the topic moves up to the topic's place.
    const broader = slugsWithNarrower(topics, topic.slug).includes(target.slug) ? topic.broader : target.broader;
    const lists = { otherNames: JSON.stringify(otherNames), openalex: JSON.stringify(openalex) };
    await tx
      .updateTable("topics")
      .set({ ...lists, broader, updatedAt: timeAfter(target.updatedAt) })
      .where("id", "=", target.id)
      .execute();
    await replaceEverywhere(tx, topics, topic, target);
    const rowOf = (topic: Topic) =>
      tx.selectFrom("topics").select("rowId").where("id", "=", topic.id).executeTakeFirstOrThrow();
    const [topicRow, targetRow] = [await rowOf(topic), await rowOf(target)];
    await tx
      .updateTable("topicSlugs")
      .set({ topicRowId: targetRow.rowId })
      .where("topicRowId", "=", topicRow.rowId)
      .execute();
    await moveRejections(tx, topicRow.rowId, { rowId: targetRow.rowId, slug: target.slug });
    await tx.deleteFrom("topics").where("id", "=", id).execute();
    await auditTopic(tx, editor, "topic merged", topic, `into ${target.name}`);
  });
}

/** Throws "invalid" if a merged topic would have more names or identifiers than its form accepts. */
function refuseLongLists({ name }: Topic, lists: { otherNames: string[]; openalex: string[] }): void {
  for (const [list, max, noun] of [
    [lists.otherNames, MAX_NAMES, "other names"],
    [lists.openalex, MAX_OPENALEX, "identifiers of OpenAlex"],
  ] as const) {
    if (list.length <= max) continue;
    const message = `“${name}” would have ${list.length} ${noun}, and at most ${max} fit. Please remove some first.`;
    throw new AppError("invalid", message, { into: message });
  }
}

/**
 * Removes a topic from all records and from the tree, or puts `target`, which has its names already, in its place. Publishes
 * everybody whom search finds by another name from now on.
 */
async function replaceEverywhere(tx: Queryable, topics: Topic[], topic: Topic, target: Topic | null): Promise<void> {
  const broader = target ? target.slug : topic.broader;
  await tx
    .updateTable("topics")
    .set({ broader })
    .where("broader", "=", topic.slug)
    .where("slug", "!=", target?.slug ?? "")
    .execute();
  const slugs = [topic, ...(target ? [target] : [])].flatMap(({ slug }) => slugsWithNarrower(topics, slug));
  const affectedPeople = await peopleWith(tx, [...new Set(slugs)]);
  for (const { rowId, topics: storedSlugs } of affectedPeople) {
    const slugs = (JSON.parse(storedSlugs) as string[]).flatMap((slug) =>
      slug === topic.slug ? (target?.slug ?? []) : slug,
    );
    const changedSlugs = JSON.stringify([...new Set(slugs)]);
    if (changedSlugs !== storedSlugs)
      await tx.updateTable("experts").set({ topics: changedSlugs }).where("rowId", "=", rowId).execute();
  }
  await publishListings(tx, toListedRowIds(affectedPeople));
}

/** Leaves out people who are in the trash or not public. */
function toListedRowIds(people: { rowId: number; isListed: unknown }[]): number[] {
  return people.filter((person) => Boolean(person.isListed)).map(({ rowId }) => rowId);
}

/** Returns everybody with one of the topics, including people in the trash. */
async function peopleWith(tx: Queryable, slugs: string[]) {
  const rows = await tx
    .selectFrom("experts")
    .select(["rowId", "topics"])
    .select((eb) => isListed(eb).as("isListed"))
    .where((eb) => eb.or(slugs.map((slug) => eb("topics", "like", `%"${slug}"%`))))
    .execute();
  return rows;
}

/** Returns the slugs of a topic and of all topics below it. */
function slugsWithNarrower(topics: TopicNames[], slug: string): string[] {
  const slugs = [slug];
  for (const broaderSlug of slugs)
    slugs.push(
      ...topics
        .filter((topic) => topic.broader === broaderSlug && !slugs.includes(topic.slug))
        .map((topic) => topic.slug),
    );
  return slugs;
}

function topicById(topics: Topic[], id: string): Topic {
  const topic = topics.find((topic) => topic.id === id);
  if (!topic) throw new AppError("missing", "There is no such topic.");
  return topic;
}

function refuseTaken(topics: TopicNames[], { name, otherNames }: z.output<typeof TopicInput>, ownSlug: string): void {
  const names = new Set([name, ...otherNames].map(fold));
  const otherTopic = topics.find(
    (topic) =>
      topic.slug !== ownSlug && [topic.name, ...topic.otherNames].some((topicName) => names.has(fold(topicName))),
  );
  if (!otherTopic) return;
  const message = `“${otherTopic.name}” has this name already. Merge the two, or choose another name.`;
  throw new AppError("conflict", message, { name: message });
}

function refuseBroader(topics: TopicNames[], broader: string, ownSlug: string): void {
  if (!broader) return;
  const isKnown = topics.some(({ slug }) => slug === broader);
  if (isKnown && (!ownSlug || !slugsWithNarrower(topics, ownSlug).includes(broader))) return;
  const message = "Please choose a topic that is not below this one.";
  throw new AppError("invalid", message, { broader: message });
}

function columnsOf({ otherNames, openalex, ...topic }: z.output<typeof TopicInput>) {
  return { ...topic, otherNames: JSON.stringify(otherNames), openalex: JSON.stringify(openalex) };
}

async function auditTopic(
  tx: Queryable,
  editor: Editor,
  action: string,
  topic: { id: string; name: string },
  detail = "",
) {
  await audit(tx, editor, { action, subjectKind: "topic", subjectId: topic.id, subjectName: topic.name, detail });
}
