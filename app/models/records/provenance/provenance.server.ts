/**
 * Stores which fields of a profile a model wrote, who accepted them and when, and tells whether they were edited since.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { type Queryable, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { nameOf } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import type { NewEvidence } from "~/models/records/evidence/evidence";
import { replaceEvidence } from "~/models/records/evidence/evidence.server";
import { presentEvidence } from "~/models/records/evidence/support";
import { EXPERT_FIELDS, type ExpertField, type ExpertRecord } from "~/models/records/experts/fields";
import { comparable } from "~/models/records/experts/record.server";
import { evidenceOf } from "./sentences";
import { landingsOf, storedIn, TEXT_FIELDS, writtenValue } from "./stored-suggestions.server";
import type { SuggestedField } from "./suggestions";

export type Profile = { expertRowId: number } | { submissionRowId: number };

const ProvenanceInput = z.object({
  field: z.enum(EXPERT_FIELDS as [ExpertField]),
  provider: z.string().max(100),
  model: z.string().max(200),
  generatedAt: z.iso.datetime(),
  acceptedAt: z.iso.datetime(),
  acceptedBy: z.string().max(500),
  textHash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Provenance = z.output<typeof ProvenanceInput>;

export const ProvenanceList = z
  .array(ProvenanceInput)
  .refine((list) => new Set(list.map(({ field }) => field)).size === list.length, "A field is listed twice.");

export interface TextOfModel extends Omit<Provenance, "textHash" | "provider"> {
  edited: boolean;
}

type Values = Partial<Pick<ExpertRecord, ExpertField>>;

const COLUMNS = ["field", "provider", "model", "generatedAt", "acceptedAt", "acceptedBy", "textHash"] as const;

/**
 * Returns the SHA-256 of a field's value in hex; spaces around it and around the parts of an entry make no difference. Empty
 * parts of short entries are left out, as in the hashes that are stored already.
 */
export function hashOf(value: unknown): string {
  const entries = comparable(value);
  const hashedValue = Array.isArray(entries) ? entries.map(withoutEmptyParts) : entries;
  return createHash("sha256").update(JSON.stringify(hashedValue)).digest("hex");
}

function withoutEmptyParts(entry: unknown): unknown {
  if (typeof entry !== "string" || entry.includes("<")) return entry;
  const parts = entry.split("|");
  return parts.length > 3 ? entry : parts.filter(Boolean).join("|");
}

export async function provenanceOf(of: Profile, from: Queryable = readDb): Promise<Provenance[]> {
  const rows = await provenanceRows(from, of).select(COLUMNS).execute();
  return (rows as Provenance[]).sort((a, b) => EXPERT_FIELDS.indexOf(a.field) - EXPERT_FIELDS.indexOf(b.field));
}

/** Returns the entries of one list that another list lacks. */
export function provenanceMissingIn(otherProvenance: Provenance[], provenance: Provenance[]): Provenance[] {
  const keys = new Set(otherProvenance.map(({ field, textHash }) => `${field} ${textHash}`));
  return provenance.filter(({ field, textHash }) => !keys.has(`${field} ${textHash}`));
}

/** Returns the provenance of many profiles by their row numbers; profiles without any are left out. */
export async function provenanceOfMany(
  from: Queryable,
  column: "expertRowId" | "submissionRowId",
  rowIds: number[],
): Promise<Map<number, Provenance[]>> {
  const provenanceByRow = new Map<number, Provenance[]>();
  if (rowIds.length === 0) return provenanceByRow;
  const rows = await from
    .selectFrom("provenance")
    .select([...COLUMNS, column])
    .where(column, "in", rowIds)
    .orderBy("rowId")
    .execute();
  for (const { [column]: rowId, ...entry } of rows as (Provenance & Record<typeof column, number>)[]) {
    provenanceByRow.set(rowId, [...(provenanceByRow.get(rowId) ?? []), entry as Provenance]);
  }
  return provenanceByRow;
}

export async function textsOfModels(of: Profile, record: Values): Promise<TextOfModel[]> {
  return (await provenanceOf(of)).flatMap(({ textHash, provider: _, ...details }) => {
    const value = record[details.field];
    return isEmpty(value) ? [] : [{ ...details, edited: hashOf(value) !== textHash }];
  });
}

/** Tells whether a profile has a text that a model wrote. */
export async function wasModelUsed(id: string, record: Values): Promise<boolean> {
  const rows = await readDb
    .selectFrom("provenance")
    .innerJoin("experts", "experts.rowId", "provenance.expertRowId")
    .select("provenance.field")
    .where("experts.id", "=", id)
    .execute();
  return rows.some(({ field }) => !isEmpty(record[field as ExpertField]));
}

const AcceptedIds = z.array(z.string("Send the accepted suggestions as a list of their ids.")).max(100).default([]);

/** A text of a model that stands in a record now. */
export interface AcceptedText extends Omit<Provenance, "acceptedAt" | "acceptedBy"> {
  evidence: NewEvidence[];
}

/** Returns the accepted suggestions that stand in the record `now` and did not stand in it `before`. Throws "invalid". */
export async function acceptedTexts(
  tx: Queryable,
  { before, now, accepted }: { before: Values; now: Values; accepted: unknown },
): Promise<AcceptedText[]> {
  const ids = parse(AcceptedIds, accepted);
  if (ids.length === 0) return [];
  const suggestions = await tx.selectFrom("suggestions").selectAll().where("id", "in", ids).execute();
  // Prefers the suggestion that was accepted last if two have the same millisecond.
  const rows = suggestions.toSorted(
    (a, b) => a.createdAt.localeCompare(b.createdAt) || ids.indexOf(a.id) - ids.indexOf(b.id),
  );
  // Lists texts that stand in another field than they were written for first, because the last of a field counts.
  const moved = landingsOf(rows, TEXT_FIELDS, { before, now }).filter(({ field, row }) => field !== row.field);
  const places = [...moved, ...rows.map((row) => ({ field: row.field, row }))];
  return places.flatMap(({ row: { text, provider, model, createdAt, ...row }, ...place }) => {
    const field = place.field as ExpertField;
    const value = now[field];
    const textHash = acceptedHash(value, writtenValue(row.field as SuggestedField, text));
    const isUnchanged = hashOf(value) === hashOf(before[field]);
    if (isEmpty(value) || (isUnchanged && textHash !== hashOf(value))) return [];
    const writtenEvidence = evidenceOf(storedIn(row.field, text).sentences).map((item) => ({ ...item, field }));
    const evidence = presentEvidence({ [field]: value }, writtenEvidence);
    return { field, provider, model, generatedAt: createdAt, textHash, evidence };
  });
}

/** Stores the provenance and evidence of suggestions that an admin accepted, in the transaction of the change. Throws "invalid". */
export async function storeAcceptedTexts(
  tx: Queryable,
  editor: Editor,
  of: Profile,
  change: { before: Values; now: Values; accepted: unknown },
): Promise<void> {
  for (const { evidence, ...provenance } of await acceptedTexts(tx, change)) {
    await recordAcceptedText(tx, editor, of, provenance);
    await replaceEvidence(tx, of, evidence);
  }
}

/** Stores that a model wrote a field and that this editor accepted it now. */
export async function recordAcceptedText(
  tx: Queryable,
  editor: Editor,
  of: Profile,
  provenance: Omit<Provenance, "acceptedAt" | "acceptedBy">,
): Promise<void> {
  const acceptance = { acceptedAt: new Date().toISOString(), acceptedBy: nameOf(editor), acceptedById: editor.id };
  await storeProvenance(tx, of, [{ ...provenance, ...acceptance }]);
}

/** Replaces the provenance of the fields that `notes` name. */
export async function storeProvenance(
  tx: Queryable,
  of: Profile,
  notes: (Provenance & { acceptedById?: string })[],
): Promise<void> {
  await deleteProvenance(
    tx,
    of,
    notes.map(({ field }) => field),
  );
  if (notes.length > 0) {
    await tx
      .insertInto("provenance")
      .values(notes.map((note) => ({ expertRowId: null, submissionRowId: null, ...of, ...note })))
      .execute();
  }
}

/** Replaces the whole provenance of a profile. */
export async function replaceProvenance(tx: Queryable, of: Profile, notes: Provenance[]): Promise<void> {
  await deleteProvenance(tx, of, EXPERT_FIELDS);
  await storeProvenance(tx, of, notes);
}

export async function deleteProvenance(tx: Queryable, of: Profile, fields: ExpertField[]): Promise<void> {
  if (fields.length === 0) return;
  const [[column, rowId]] = Object.entries(of) as [["expertRowId", number]];
  await tx.deleteFrom("provenance").where(column, "=", rowId).where("field", "in", fields).execute();
}

/** Copies the provenance of some fields from one profile to another. */
export async function copyProvenance(tx: Queryable, from: Profile, to: Profile, fields: ExpertField[]): Promise<void> {
  const notes = await provenanceOf(from, tx);
  await storeProvenance(
    tx,
    to,
    notes.filter(({ field }) => fields.includes(field)),
  );
}

function provenanceRows(from: Queryable, of: Profile) {
  const [[column, rowId]] = Object.entries(of) as [["expertRowId", number]];
  return from.selectFrom("provenance").where(column, "=", rowId);
}

function acceptedHash(value: unknown, suggested: string | string[]): string {
  if (!Array.isArray(value)) return hashOf(suggested);
  const entries = [suggested].flat();
  const currentHashes = new Set(value.map((entry) => hashOf([entry])));
  return hashOf(entries.every((entry) => currentHashes.has(hashOf([entry]))) ? value : entries);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (value as string | string[]).length === 0;
}
