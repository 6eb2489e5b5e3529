/** Stores and reads evidence. */
import { type Queryable, readDb } from "~/db.server";
import { newId } from "~/models/base/input/ids.server";
import type { PublicKind } from "~/models/records/shared/public-kinds";
import type { Evidence, NewEvidence, PublicEvidence } from "./evidence";
import { addPairs, resetOpinion } from "./opinions.server";
import type { PlannedEvidence } from "./planned";
import { evidenceRows, toEvidence } from "./rows.server";
import { updateSourced } from "./sourced.server";
import { keyOf, publicEvidence } from "./support";

export type SubjectColumn = PublicKind["owner"] | "submissionRowId" | "topicRowId";
export type Subject = { [Column in SubjectColumn]: Record<Column, number> }[SubjectColumn];

/** Limits the rows of one statement: SQLite takes 32,766 values. */
const ROWS_PER_STATEMENT = 500;

/**
 * Stores evidence and returns its ids in the same order. Stored evidence keeps its statuses and times; new evidence is
 * supported as of now.
 */
export async function addEvidence(
  tx: Queryable,
  subject: Subject,
  evidence: (NewEvidence & Partial<Pick<Evidence, "checkedAt" | "createdAt" | "opinion">>)[],
): Promise<string[]> {
  const now = new Date().toISOString();
  const rows = evidence.map(({ field, sentence, quote, context, source, keptBy, reason, ...details }) => {
    const { url = "", title = "", retrievedAt = "", textHash = "", doi = "", isbn = "", place = "" } = source ?? {};
    return {
      id: newId(),
      ...subject,
      field,
      sentence,
      quote,
      context,
      keptBy,
      reason,
      url,
      title,
      retrievedAt,
      textHash,
      doi,
      isbn,
      place,
      kind: details.kind ?? "quote",
      sourceKind: source?.kind ?? "",
      checkedBy: details.checkedBy ?? "",
      status: details.status ?? "supported",
      checkedAt: details.checkedAt ?? source?.retrievedAt ?? now,
      createdAt: details.createdAt ?? now,
    };
  });
  for (let index = 0; index < rows.length; index += ROWS_PER_STATEMENT)
    await tx
      .insertInto("evidence")
      .values(rows.slice(index, index + ROWS_PER_STATEMENT))
      .execute();
  const pairs = evidence.map((item, index) => ({ ...item, id: rows[index]?.id ?? "" }));
  for (let index = 0; index < pairs.length; index += ROWS_PER_STATEMENT)
    await addPairs(tx, pairs.slice(index, index + ROWS_PER_STATEMENT));
  await updateSourcedMark(tx, subject);
  return rows.map(({ id }) => id);
}

/** Updates, after a change of evidence, the mark of a profile whose sentences all have a source. */
async function updateSourcedMark(tx: Queryable, subject: Subject): Promise<void> {
  if ("expertRowId" in subject) await updateSourced(tx, [subject.expertRowId]);
}

/** Removes evidence of this subject by its id. */
export async function removeEvidence(tx: Queryable, subject: Subject, id: string): Promise<void> {
  await tx.deleteFrom("evidence").where("id", "=", id).execute();
  await updateSourcedMark(tx, subject);
}

/** Assigns stored evidence to `sentence`. */
export async function moveEvidence(tx: Queryable, subject: Subject, id: string, sentence: string): Promise<void> {
  await tx.updateTable("evidence").set({ sentence }).where("id", "=", id).execute();
  await resetOpinion(tx, id);
  await updateSourcedMark(tx, subject);
}

/** Returns the evidence in the order in which it was stored. */
export async function evidenceOf(subject: Subject, from: Queryable = readDb): Promise<Evidence[]> {
  const [column, rowId] = columnOf(subject);
  return (await evidenceRows(from).where(`evidence.${column}`, "=", rowId).execute()).map(toEvidence);
}

/** Returns the evidence of many subjects by row number, without those that have none. */
export async function evidenceOfMany(
  from: Queryable,
  column: SubjectColumn,
  rowIds: number[],
): Promise<Map<number, Evidence[]>> {
  const rows = await evidenceRows(from).where(`evidence.${column}`, "in", rowIds).execute();
  const evidenceByRow = new Map<number, Evidence[]>();
  for (const row of rows) {
    const rowId = row[column] as number;
    evidenceByRow.set(rowId, [...(evidenceByRow.get(rowId) ?? []), toEvidence(row)]);
  }
  return evidenceByRow;
}

export async function evidenceOfExpert(id: string, from: Queryable = readDb): Promise<Evidence[]> {
  const row = await from.selectFrom("experts").select("rowId").where("id", "=", id).executeTakeFirst();
  return row ? evidenceOf({ expertRowId: row.rowId }, from) : [];
}

/** Adds its evidence to an article of the JSON calls. */
export async function withEvidence<A extends { id: string; title: string; body: string; excerpt: string }>(
  article: A,
  from: Queryable = readDb,
): Promise<A & { evidence: PublicEvidence[] }> {
  const row = await from.selectFrom("articles").select("rowId").where("id", "=", article.id).executeTakeFirst();
  const evidence = row ? await evidenceOf({ articleRowId: row.rowId }, from) : [];
  const { title, body, excerpt } = article;
  return { ...article, evidence: publicEvidence({ title, body, excerpt }, evidence) };
}

/** Replaces the `currentEvidence` by the `plannedEvidence`, and returns the sentences to which evidence was moved. */
export async function storePlanned(
  tx: Queryable,
  subject: Subject,
  currentEvidence: Evidence[],
  plannedEvidence: PlannedEvidence[],
): Promise<string[]> {
  const movedSentences: string[] = [];
  for (const { id, sentence } of currentEvidence) {
    const plan = plannedEvidence.find((item) => item.id === id);
    if (!plan) await tx.deleteFrom("evidence").where("id", "=", id).execute();
    else if (plan.sentence !== sentence) {
      await tx.updateTable("evidence").set({ sentence: plan.sentence }).where("id", "=", id).execute();
      await resetOpinion(tx, id);
      movedSentences.push(plan.sentence);
    }
  }
  await addEvidence(
    tx,
    subject,
    plannedEvidence.filter(({ id }) => id === undefined),
  );
  return movedSentences;
}

/** Stores evidence in place of the evidence of the same sentences. */
export async function replaceEvidence(tx: Queryable, subject: Subject, evidence: NewEvidence[]): Promise<void> {
  if (evidence.length === 0) return;
  const sentences = new Set(evidence.map(({ field, sentence }) => `${field} ${keyOf(sentence)}`));
  const replacedEvidence = (await evidenceOf(subject, tx)).filter((item) =>
    sentences.has(`${item.field} ${keyOf(item.sentence)}`),
  );
  for (const { id } of replacedEvidence) await tx.deleteFrom("evidence").where("id", "=", id).execute();
  await addEvidence(tx, subject, evidence);
}

/** Returns the evidence of the changed fields as it is before the change, for a revision. */
export async function evidenceOfFields(
  tx: Queryable,
  subject: Subject,
  fields: readonly string[],
): Promise<{ evidence?: Evidence[] }> {
  const evidence = (await evidenceOf(subject, tx)).filter(({ field }) => fields.includes(field));
  return evidence.length > 0 ? { evidence } : {};
}

export function columnOf(subject: Subject): [SubjectColumn, number] {
  const [[column, rowId]] = Object.entries(subject) as [["expertRowId", number]];
  return [column, rowId];
}
