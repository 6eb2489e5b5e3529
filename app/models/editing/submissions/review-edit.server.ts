import { db, type Queryable, readDb, type SubmissionRow } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { nameColumns, sortName } from "~/models/base/text/names.server";
import { isCompared, withoutIdentifiers } from "~/models/editing/identity/compare.server";
import { type Copies, copyImages, NO_COPIES } from "~/models/editing/images/copy.server";
import { EXPERT_LABELS, type ExpertRecord, NO_RECORD, SUBMITTED_FIELDS } from "~/models/records/experts/fields";
import { changesTo, isSame, recordOf } from "~/models/records/experts/record.server";
import { withTopicSlugs } from "~/models/records/experts/topics.server";
import { storeWebsites } from "~/models/records/experts/websites.server";
import { withStoredImages } from "~/models/records/images/images.server";
import { findGoneLinks, type GoneLink } from "~/models/records/links/open-links.server";
import { withUnmarkedTexts } from "~/models/records/provenance/handed-out.server";
import { storeAcceptedTexts } from "~/models/records/provenance/provenance.server";
import { labelsOf } from "~/models/records/shared/kind";
import { referenceLinksOf } from "~/models/records/sources/subjects.server";
import { timeAfter } from "~/stored-times";
import { openSuggestion } from "./review-conflict.server";
import {
  mergedRecord,
  onlySubmitted,
  readSuggestion,
  type Submission,
  type SubmittedRecord,
  type Suggestion,
  suggestionFor,
  toSubmission,
} from "./review-record.server";
import { submissionSubject } from "./subject.server";

/** Saves an editor's changes to a submission; `origin` is that of the request. Throws "missing", "conflict", "invalid". */
export async function saveSubmission(
  editor: Editor,
  id: string,
  input: unknown,
  { origin }: { origin: string },
): Promise<Submission> {
  const suggestion = await readSuggestion(id);
  const edit = await readEdit(editor, suggestion, input, { origin });
  return db.transaction().execute(async (tx) => {
    const currentSuggestion = await openSuggestion(tx, suggestion, edit.updatedAt);
    const { row, target } = await writeEdit(tx, editor, currentSuggestion, edit);
    return toSubmission(row, target);
  });
}

/** A checked edit with its images stored. */
export interface Edit {
  record: Record<string, unknown>;
  updatedAt: string | undefined;
  /** Ids of accepted suggestions. */
  accepted: unknown;
}

/** Reads an edit and stores its images, which is done before the transaction because it is slow. Throws "invalid". */
export async function readEdit(
  editor: Editor,
  { suggestedRecord: storedRecord }: Pick<Suggestion, "suggestedRecord">,
  input: unknown,
  { origin }: { origin: string },
): Promise<Edit> {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new AppError("invalid", "Send the submission as an object with the fields to change.");
  }
  const fields = input as Record<string, unknown>;
  const record = await withStoredImages(editor, onlySubmitted(fields as Partial<ExpertRecord>), {
    storedRecord,
    origin,
  });
  const updatedAt = typeof fields.updatedAt === "string" ? fields.updatedAt : undefined;
  return { record, updatedAt, accepted: fields.accepted };
}

/** Writes an edit inside the transaction of `openSuggestion`, and returns the result. Writes nothing if no value differs. */
export async function writeEdit(
  tx: Queryable,
  editor: Editor,
  suggestion: Suggestion,
  { record, accepted }: Edit,
): Promise<Suggestion> {
  const { row, target, suggestedRecord: currentRecord } = suggestion;
  const input = await withTopicSlugs(tx, record);
  const changes = onlySubmitted(changesTo({ ...NO_RECORD, ...currentRecord }, input));
  const nextRecord = { ...currentRecord, ...changes };
  const comparedRecords = { before: currentRecord, now: nextRecord };
  const ids = await withUnmarkedTexts(tx, { name: nextRecord.name }, { ...comparedRecords, accepted });
  await storeAcceptedTexts(tx, editor, { submissionRowId: row.rowId }, { ...comparedRecords, accepted: ids });
  if (Object.keys(changes).length === 0) return suggestion;

  const changedRow = await writeRecord(tx, row, fieldsToStore(target && recordOf(target), nextRecord), nextRecord);
  if (!target) await storeWebsites(tx, { submissionRowId: row.rowId }, nextRecord.referenceLinks);
  const editedFields = SUBMITTED_FIELDS.filter((field) => field in changes);
  const subject = { subjectKind: "submission", subjectId: row.id, subjectName: nextRecord.name } as const;
  await audit(tx, editor, { action: "submission edited", ...subject, detail: labelsOf(EXPERT_LABELS, editedFields) });
  return suggestionFor(changedRow, target);
}

function writeRecord(
  tx: Queryable,
  row: SubmissionRow,
  record: object,
  { name, title }: { name: string; title: string },
): Promise<SubmissionRow> {
  const changes = {
    record: JSON.stringify(record),
    sentRecord: row.sentRecord ?? row.record,
    name,
    foldedName: sortName(name),
    ...nameColumns(name),
    title,
    updatedAt: timeAfter(row.updatedAt),
  };
  const update = tx.updateTable("submissions").set(changes).where("rowId", "=", row.rowId);
  return update.returningAll().executeTakeFirstOrThrow();
}

/** Returns the fields that a submission stores: for a new profile all fields, for a change the fields that differ from the profile. */
function fieldsToStore(profile: SubmittedRecord | null, nextRecord: SubmittedRecord): Partial<SubmittedRecord> {
  const fields = SUBMITTED_FIELDS as readonly (keyof SubmittedRecord)[];
  const changedFields = fields.filter((field) => profile === null || !isSame(nextRecord[field], profile[field]));
  return Object.fromEntries(changedFields.map((field) => [field, nextRecord[field]]));
}

/** Copies the external images that approval would publish; copies none for a submission that was decided or changed meanwhile. */
export async function copiesFor(
  editor: Editor,
  { row, target, ...otherFields }: Suggestion,
  {
    updatedAt,
    editedFields = {},
    acceptedFields,
  }: { updatedAt?: string; editedFields?: Record<string, unknown>; acceptedFields?: string[] | undefined },
): Promise<Copies> {
  if (row.status !== "pending" || (updatedAt !== undefined && updatedAt !== row.updatedAt)) return NO_COPIES;
  return copyImages(editor, {
    ...fieldsToPublish({ row, target, ...otherFields }, acceptedFields),
    ...editedFields,
    name: row.name,
  });
}

/** Applies `isCompared` to the values that approval would publish. Throws "invalid". */
export async function isSubmissionCompared(
  suggestion: Suggestion,
  {
    compared,
    editedFields = {},
    acceptedFields,
  }: { compared: boolean; editedFields?: Record<string, unknown>; acceptedFields?: string[] | undefined },
): Promise<boolean> {
  const { row, target } = suggestion;
  const changes = { ...fieldsToPublish(suggestion, acceptedFields), ...editedFields };
  const presentRecord = target ? recordOf(target) : withoutIdentifiers({ ...NO_RECORD, ...mergedRecord(row, null) });
  return isCompared(presentRecord, changes, { compared, name: row.name });
}

/** Returns the dead links of a submission with AI text, after the edit if there is an edit; no links for other submissions. */
export async function goneLinksInSubmission(suggestion: Suggestion, edit?: Edit): Promise<GoneLink[]> {
  const { row } = suggestion;
  const subject = await submissionSubject(suggestion, readDb);
  const isByAi = subject.aiFields.length > 0 || (Array.isArray(edit?.accepted) && edit.accepted.length > 0);
  if (!isByAi) return [];
  const links = referenceLinksOf({ record: { ...subject.record, ...edit?.record } });
  return findGoneLinks(links, { expertRowId: row.changesExpertRowId });
}

/** Returns the fields that approval would publish; for a change only the fields in `acceptedFields`, if there is such a list. */
function fieldsToPublish({ target, suggestedRecord, changedFields }: Suggestion, acceptedFields: string[] | undefined) {
  const fields = changedFields.filter((field) => !target || !acceptedFields || acceptedFields.includes(field));
  return onlySubmitted(
    Object.fromEntries(fields.map((field) => [field, suggestedRecord[field as keyof typeof suggestedRecord]])),
  );
}
