/** What is stored of evidence. */
import { type Queryable, readDb } from "~/db.server";
import { newId } from "~/models/base/input/ids.server";
import type { PublicKind } from "~/models/records/shared/public-kinds";
import type { Evidence, NewEvidence, PublicEvidence } from "./evidence";
import { forgetOpinion, noteNewPairs } from "./opinions.server";
import type { PlannedEvidence } from "./planned";
import { evidenceRows, toEvidence } from "./rows.server";
import { noteSourced } from "./sourced.server";
import { keyOf, publicEvidence } from "./support";

export type SubjectColumn = PublicKind["owner"] | "submissionRowId" | "topicRowId";
export type Subject = { [Column in SubjectColumn]: Record<Column, number> }[SubjectColumn];

/** Rows per statement: SQLite takes 32,766 values. */
const ROWS = 500;

/** Statuses and times of stored evidence stay; new evidence is supported as of now. Gives the ids, in order. */
export async function addEvidence(
  tx: Queryable,
  of: Subject,
  evidence: (NewEvidence & Partial<Pick<Evidence, "checkedAt" | "createdAt" | "opinion">>)[],
): Promise<string[]> {
  const now = new Date().toISOString();
  const rows = evidence.map(({ field, sentence, quote, context, source, keptBy, reason, ...known }) => {
    const { url = "", title = "", retrievedAt = "", textHash = "", doi = "", isbn = "", place = "" } = source ?? {};
    return {
      id: newId(),
      ...of,
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
      kind: known.kind ?? "quote",
      sourceKind: source?.kind ?? "",
      checkedBy: known.checkedBy ?? "",
      status: known.status ?? "supported",
      checkedAt: known.checkedAt ?? source?.retrievedAt ?? now,
      createdAt: known.createdAt ?? now,
    };
  });
  for (let at = 0; at < rows.length; at += ROWS)
    await tx
      .insertInto("evidence")
      .values(rows.slice(at, at + ROWS))
      .execute();
  const pairs = evidence.map((one, at) => ({ ...one, id: rows[at]?.id ?? "" }));
  for (let at = 0; at < pairs.length; at += ROWS) await noteNewPairs(tx, pairs.slice(at, at + ROWS));
  await afterChange(tx, of);
  return rows.map(({ id }) => id);
}

/** Tells whether all sentences have a source is written with every change of evidence. */
async function afterChange(tx: Queryable, of: Subject): Promise<void> {
  if ("expertRowId" in of) await noteSourced(tx, [of.expertRowId]);
}

/** Evidence of this subject by its id. */
export async function removeEvidence(tx: Queryable, of: Subject, id: string): Promise<void> {
  await tx.deleteFrom("evidence").where("id", "=", id).execute();
  await afterChange(tx, of);
}

/** From now on it is evidence for `sentence`. */
export async function moveEvidence(tx: Queryable, of: Subject, id: string, sentence: string): Promise<void> {
  await tx.updateTable("evidence").set({ sentence }).where("id", "=", id).execute();
  await forgetOpinion(tx, id);
  await afterChange(tx, of);
}

/** In the order in which it was stored. */
export async function evidenceOf(of: Subject, from: Queryable = readDb): Promise<Evidence[]> {
  const [column, rowId] = columnOf(of);
  return (await evidenceRows(from).where(`evidence.${column}`, "=", rowId).execute()).map(toEvidence);
}

/** Of many subjects at a time, by row number; subjects without evidence are not there. */
export async function evidenceOfMany(
  from: Queryable,
  column: SubjectColumn,
  rowIds: number[],
): Promise<Map<number, Evidence[]>> {
  const rows = await evidenceRows(from).where(`evidence.${column}`, "in", rowIds).execute();
  const found = new Map<number, Evidence[]>();
  for (const row of rows) {
    const rowId = row[column] as number;
    found.set(rowId, [...(found.get(rowId) ?? []), toEvidence(row)]);
  }
  return found;
}

export async function evidenceOfExpert(id: string, from: Queryable = readDb): Promise<Evidence[]> {
  const row = await from.selectFrom("experts").select("rowId").where("id", "=", id).executeTakeFirst();
  return row ? evidenceOf({ expertRowId: row.rowId }, from) : [];
}

/** An article as the JSON calls give it. */
export async function withEvidence<A extends { id: string; title: string; body: string; excerpt: string }>(
  article: A,
  from: Queryable = readDb,
): Promise<A & { evidence: PublicEvidence[] }> {
  const row = await from.selectFrom("articles").select("rowId").where("id", "=", article.id).executeTakeFirst();
  const evidence = row ? await evidenceOf({ articleRowId: row.rowId }, from) : [];
  const { title, body, excerpt } = article;
  return { ...article, evidence: publicEvidence({ title, body, excerpt }, evidence) };
}

/** Stores what a change made of the `present` evidence; gives the sentences that evidence now holds for. */
export async function storePlanned(
  tx: Queryable,
  of: Subject,
  present: Evidence[],
  planned: PlannedEvidence[],
): Promise<string[]> {
  const moved: string[] = [];
  for (const { id, sentence } of present) {
    const next = planned.find((one) => one.id === id);
    if (!next) await tx.deleteFrom("evidence").where("id", "=", id).execute();
    else if (next.sentence !== sentence) {
      await tx.updateTable("evidence").set({ sentence: next.sentence }).where("id", "=", id).execute();
      await forgetOpinion(tx, id);
      moved.push(next.sentence);
    }
  }
  await addEvidence(
    tx,
    of,
    planned.filter(({ id }) => id === undefined),
  );
  return moved;
}

/** Adds evidence in place of what is stored for the same sentences. */
export async function bringBackEvidence(tx: Queryable, of: Subject, evidence: NewEvidence[]): Promise<void> {
  if (evidence.length === 0) return;
  const sentences = new Set(evidence.map(({ field, sentence }) => `${field} ${keyOf(sentence)}`));
  const replaced = (await evidenceOf(of, tx)).filter((one) => sentences.has(`${one.field} ${keyOf(one.sentence)}`));
  for (const { id } of replaced) await tx.deleteFrom("evidence").where("id", "=", id).execute();
  await addEvidence(tx, of, evidence);
}

/** For a revision: the evidence of the changed fields as it is before the change. */
export async function evidenceBefore(
  tx: Queryable,
  of: Subject,
  fields: readonly string[],
): Promise<{ evidence?: Evidence[] }> {
  const evidence = (await evidenceOf(of, tx)).filter(({ field }) => fields.includes(field));
  return evidence.length > 0 ? { evidence } : {};
}

export function columnOf(of: Subject): [SubjectColumn, number] {
  const [[column, rowId]] = Object.entries(of) as [["expertRowId", number]];
  return [column, rowId];
}
