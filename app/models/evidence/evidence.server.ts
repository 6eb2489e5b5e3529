/** What is stored of evidence. */
import { type EvidenceRow, type Queryable, readDb } from "~/db.server";
import { newId } from "~/models/records/ids.server";
import type { Evidence, NewEvidence } from "./evidence";

export type Subject = { expertRowId: number } | { articleRowId: number } | { submissionRowId: number };

/** Puts the evidence of a field in place of what was stored of it. */
export async function putEvidence(tx: Queryable, of: Subject, field: string, evidence: NewEvidence[]): Promise<void> {
  await deleteEvidence(tx, of, [field]);
  await addEvidence(
    tx,
    of,
    evidence.map((one) => ({ ...one, field })),
  );
}

/** Statuses and times of stored evidence stay; new evidence is supported as of now. */
export async function addEvidence(
  tx: Queryable,
  of: Subject,
  evidence: (NewEvidence & Partial<Pick<Evidence, "status" | "checkedAt" | "createdAt">>)[],
): Promise<void> {
  const now = new Date().toISOString();
  for (const { field, sentence, quote, context, source, keptBy, reason, ...known } of evidence) {
    await tx
      .insertInto("evidence")
      .values({
        ...{ id: newId(), expertRowId: null, articleRowId: null, submissionRowId: null, ...of },
        ...{ field, sentence, quote, context, keptBy, reason },
        url: source?.url ?? "",
        title: source?.title ?? "",
        retrievedAt: source?.retrievedAt ?? "",
        textHash: source?.textHash ?? "",
        status: known.status ?? "supported",
        checkedAt: known.checkedAt ?? source?.retrievedAt ?? now,
        createdAt: known.createdAt ?? now,
      })
      .execute();
  }
}

/** In the order in which it was stored. */
export async function evidenceOf(of: Subject, from: Queryable = readDb): Promise<Evidence[]> {
  return (await own(from, of).selectAll().orderBy("rowId").execute()).map(toEvidence);
}

/** Takes evidence along with the text, for example of a submission to the expert; without `fields`, all of it. */
export async function carryEvidence(
  tx: Queryable,
  from: Subject,
  to: Subject,
  fields?: readonly string[],
): Promise<void> {
  const evidence = (await evidenceOf(from, tx)).filter(({ field }) => !fields || fields.includes(field));
  await deleteEvidence(tx, to, fields ?? [...new Set(evidence.map(({ field }) => field))]);
  await addEvidence(tx, to, evidence);
}

export async function deleteEvidence(tx: Queryable, of: Subject, fields: readonly string[]): Promise<void> {
  if (fields.length === 0) return;
  const [column, rowId] = columnOf(of);
  await tx.deleteFrom("evidence").where(column, "=", rowId).where("field", "in", fields).execute();
}

export function toEvidence(row: EvidenceRow): Evidence {
  const { id, field, sentence, quote, context, keptBy, reason, status, checkedAt, createdAt } = row;
  const { url, title, retrievedAt, textHash } = row;
  const source = url ? { url, title, retrievedAt, textHash } : null;
  return { id, field, sentence, quote, context, source, keptBy, reason, status, checkedAt, createdAt };
}

export function columnOf(of: Subject): ["expertRowId" | "articleRowId" | "submissionRowId", number] {
  const [[column, rowId]] = Object.entries(of) as [["expertRowId", number]];
  return [column, rowId];
}

function own(from: Queryable, of: Subject) {
  const [column, rowId] = columnOf(of);
  return from.selectFrom("evidence").where(column, "=", rowId);
}
