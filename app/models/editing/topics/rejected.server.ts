/** Stores topics that are not to be proposed again for a person. Editors can still add them by hand. */
import type { Queryable } from "~/db.server";
import { readTopics, slugsOfTopics } from "~/models/records/experts/topics.server";

/** Returns the slugs of the rejected topics by the expert's row. */
export async function rejectedTopics(from: Queryable, rowIds: number[]): Promise<Map<number, string[]>> {
  const slugsByRowId = new Map<number, string[]>(rowIds.map((rowId) => [rowId, []]));
  if (rowIds.length === 0) return slugsByRowId;
  const rows = await from
    .selectFrom("rejectedTopics")
    .innerJoin("topics", "topics.rowId", "rejectedTopics.topicRowId")
    .select(["rejectedTopics.expertRowId", "topics.slug"])
    .where("rejectedTopics.expertRowId", "in", rowIds)
    .orderBy("topics.slug")
    .execute();
  for (const { expertRowId, slug } of rows) slugsByRowId.get(expertRowId)?.push(slug);
  return slugsByRowId;
}

/**
 * Rejects topics, named by slug or any of their names, and returns their names. A repetition changes nothing. Throws "invalid".
 */
export async function rejectTopics(tx: Queryable, expertRowId: number, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const slugs = slugsOfTopics(await readTopics(tx), names);
  await addRejections(tx, expertRowId, slugs);
  const rows = await tx.selectFrom("topics").select("name").where("slug", "in", slugs).execute();
  return rows.map(({ name }) => name);
}

/** Rejects topics by their slugs, and returns the row numbers of those that were not rejected yet. */
export async function addRejections(tx: Queryable, expertRowId: number, slugs: string[]): Promise<number[]> {
  if (slugs.length === 0) return [];
  const topics = await tx.selectFrom("topics").select("rowId").where("slug", "in", slugs).execute();
  const rejectedAt = new Date().toISOString();
  const addedRows = await tx
    .insertInto("rejectedTopics")
    .values(topics.map(({ rowId: topicRowId }) => ({ expertRowId, topicRowId, rejectedAt })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("topicRowId")
    .execute();
  return addedRows.map(({ topicRowId }) => topicRowId);
}

/** Moves the rejections of a merged topic to the other topic, except for people who have that topic. */
export async function moveRejections(
  tx: Queryable,
  formerRowId: number,
  target: { rowId: number; slug: string },
): Promise<void> {
  const rejections = tx
    .selectFrom("rejectedTopics")
    .innerJoin("experts", "experts.rowId", "rejectedTopics.expertRowId")
    .select((e) => ["expertRowId", e.lit(target.rowId).as("topicRowId"), "rejectedAt"])
    .where("topicRowId", "=", formerRowId)
    .where("topics", "not like", `%"${target.slug}"%`);
  await tx
    .insertInto("rejectedTopics")
    .columns(["expertRowId", "topicRowId", "rejectedAt"])
    .expression(rejections)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
