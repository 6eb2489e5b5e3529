import { type ExpertRow, type Queryable, readDb, type SubmissionRow } from "~/db.server";
import { AppError } from "~/errors";
import { isSameText } from "~/models/records/evidence/effects.server";
import { type ExpertField, type ExpertRecord, NO_RECORD, SUBMITTED_FIELDS } from "~/models/records/experts/fields";
import { isSame, recordOf } from "~/models/records/experts/record.server";

export type SubmittedRecord = Omit<ExpertRecord, "slug" | "featured" | "status">;

/** A submission in the JSON interface: the record to publish, and the submission's own data. */
export interface Submission extends SubmittedRecord {
  id: string;
  status: SubmissionRow["status"];
  /** The slug of the profile to change; null for a new expert. */
  changes: string | null;
  changedFields: ExpertField[];
  submittedAt: string;
  /** Clients send this time back with an edit or decision, to detect conflicts. */
  updatedAt: string;
  submitterName: string;
  submitterEmail: string;
  submitterReason: string;
  reviewNotes: string;
  reviewedAt: string | null;
}

/** Returns the submission; `target` is the expert to change, null for a new expert. */
export function toSubmission(row: SubmissionRow, target: ExpertRow | null): Submission {
  const { id, status, submittedAt, updatedAt, submitterName, submitterEmail, submitterReason } = row;
  const { reviewNotes, reviewedAt } = row;
  return {
    ...mergedRecord(row, target),
    id,
    status,
    changes: target?.slug ?? null,
    changedFields: changedFieldsOf(row, target),
    submittedAt,
    updatedAt,
    submitterName,
    submitterEmail,
    submitterReason,
    reviewNotes,
    reviewedAt,
  };
}

/** A submission with its changes to the profile, read once and passed between functions. */
export interface Suggestion {
  row: SubmissionRow;
  /** The expert to change; null for a new expert. */
  target: ExpertRow | null;
  /** The suggested fields on top of the current profile. */
  suggestedRecord: SubmittedRecord;
  changedFields: ExpertField[];
}

/** Throws "missing". */
export async function readSuggestion(id: string, from: Queryable = readDb): Promise<Suggestion> {
  const row = await findSubmission(id, from);
  return suggestionFor(row, await targetOf(row, from));
}

export function suggestionFor(row: SubmissionRow, target: ExpertRow | null): Suggestion {
  return { row, target, suggestedRecord: mergedRecord(row, target), changedFields: changedFieldsOf(row, target) };
}

/** Returns the current profile with the suggested fields. */
export function mergedRecord(row: SubmissionRow, target: ExpertRow | null): SubmittedRecord {
  return mergeInto(target, JSON.parse(row.record), row);
}

/** Returns the record as it was sent, before any edit of an admin. */
export function sentRecord(row: SubmissionRow, target: ExpertRow | null): SubmittedRecord {
  return mergeInto(target, JSON.parse(row.sentRecord ?? row.record), row);
}

function mergeInto(
  target: ExpertRow | null,
  record: Partial<ExpertRecord>,
  { name, title }: SubmissionRow,
): SubmittedRecord {
  const {
    slug: _slug,
    featured: _featured,
    status: _status,
    ...base
  } = target ? recordOf(target) : { ...NO_RECORD, name, title };
  return { ...base, ...onlySubmitted(record) };
}

export function onlySubmitted(record: Partial<ExpertRecord>): Partial<SubmittedRecord> {
  return Object.fromEntries(SUBMITTED_FIELDS.flatMap((field) => (field in record ? [[field, record[field]]] : [])));
}

export function changedFieldsOf(row: SubmissionRow, target: ExpertRow | null): ExpertField[] {
  const record = mergedRecord(row, target);
  const presentRecord = target ? recordOf(target) : NO_RECORD;
  const suggestedValue = (field: ExpertField) => record[field as keyof SubmittedRecord];
  if (!target) return SUBMITTED_FIELDS.filter((field) => !isSame(suggestedValue(field), presentRecord[field]));
  return SUBMITTED_FIELDS.filter((field) => !isSameText(field, presentRecord[field], suggestedValue(field)));
}

/** Returns the parts that readers expect and this profile lacks. */
export function gapsIn({
  categories,
  referenceLinks,
}: Pick<SubmittedRecord, "categories" | "referenceLinks">): string[] {
  return [categories.length === 0 && "category", referenceLinks.length === 0 && "link"].filter((gap) => gap !== false);
}

/** Returns the expert to change, even from the trash; null for a new expert. */
export async function targetOf(row: SubmissionRow, from: Queryable = readDb): Promise<ExpertRow | null> {
  if (row.changesExpertRowId === null) return null;
  return (await targetsOf([row], from)).get(row.changesExpertRowId) ?? null;
}

export async function targetsOf(rows: SubmissionRow[], from: Queryable = readDb): Promise<Map<number, ExpertRow>> {
  const rowIds = rows.flatMap(({ changesExpertRowId }) => changesExpertRowId ?? []);
  if (rowIds.length === 0) return new Map();
  const targets = await from.selectFrom("experts").selectAll().where("rowId", "in", rowIds).execute();
  return new Map(targets.map((target) => [target.rowId, target]));
}

/** The position of a submission in the queue. */
export type QueuePlace = Pick<SubmissionRow, "id" | "rowId" | "submittedAt" | "priority">;

/** Throws "missing". */
export async function queuePlace(id: string): Promise<QueuePlace> {
  const place = readDb
    .selectFrom("submissions")
    .select(["id", "rowId", "submittedAt", "priority"])
    .where("id", "=", id);
  return (await place.executeTakeFirst()) ?? throwMissing();
}

/** Throws "missing". */
export async function findSubmission(id: string, from: Queryable = readDb): Promise<SubmissionRow> {
  const row = await from.selectFrom("submissions").selectAll().where("id", "=", id).executeTakeFirst();
  return row ?? throwMissing();
}

export function throwMissing(): never {
  throw new AppError("missing", "There is no such submission.");
}
