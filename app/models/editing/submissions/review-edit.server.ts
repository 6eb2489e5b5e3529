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
import { rememberWebsites } from "~/models/records/experts/websites.server";
import { withStoredImages } from "~/models/records/images/images.server";
import { type GoneLink, goneAmong } from "~/models/records/links/open-links.server";
import { acceptedWith } from "~/models/records/provenance/handed-out.server";
import { noteAccepted } from "~/models/records/provenance/provenance.server";
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

/** Saves an admin's edits; `origin` is the request's, for data URLs. Throws "missing", "conflict", "invalid". */
export async function saveSubmission(
  editor: Editor,
  id: string,
  input: unknown,
  { origin }: { origin: string },
): Promise<Submission> {
  const read = await readSuggestion(id);
  const edited = await readEdit(editor, read, input, { origin });
  return db.transaction().execute(async (tx) => {
    const present = await openSuggestion(tx, read, edited.updatedAt);
    const { row: written, target } = await writeEdit(tx, editor, present, edited);
    return toSubmission(written, target);
  });
}

/** A checked edit with its images stored. */
export interface Edit {
  record: Record<string, unknown>;
  updatedAt: string | undefined;
  /** Ids of accepted suggestions. */
  accepted: unknown;
}

/** Stores images before the transaction. */
export async function readEdit(
  editor: Editor,
  { suggested: stored }: Pick<Suggestion, "suggested">,
  input: unknown,
  { origin }: { origin: string },
): Promise<Edit> {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new AppError("invalid", "Send the submission as an object with the fields to change.");
  }
  const fields = input as Record<string, unknown>;
  const record = await withStoredImages(editor, onlySubmitted(fields as Partial<ExpertRecord>), { stored, origin });
  const updatedAt = typeof fields.updatedAt === "string" ? fields.updatedAt : undefined;
  return { record, updatedAt, accepted: fields.accepted };
}

/** Writes an edit inside the transaction of `openSuggestion`; equal values write nothing. */
export async function writeEdit(
  tx: Queryable,
  editor: Editor,
  read: Suggestion,
  { record, accepted }: Edit,
): Promise<Suggestion> {
  const { row, target, suggested: present } = read;
  const input = await withTopicSlugs(tx, record);
  const changes = onlySubmitted(changesTo({ ...NO_RECORD, ...present }, input));
  const next = { ...present, ...changes };
  const written = { before: present, now: next };
  const ids = await acceptedWith(tx, { name: next.name }, { ...written, accepted });
  await noteAccepted(tx, editor, { submissionRowId: row.rowId }, { ...written, accepted: ids });
  if (Object.keys(changes).length === 0) return read;

  const changed = await writeRecord(tx, row, differingFrom(target && recordOf(target), next), next);
  if (!target) await rememberWebsites(tx, { submissionRowId: row.rowId }, next.referenceLinks);
  const edited = SUBMITTED_FIELDS.filter((field) => field in changes);
  const subject = { subjectKind: "submission", subjectId: row.id, subjectName: next.name } as const;
  await audit(tx, editor, { action: "submission edited", ...subject, detail: labelsOf(EXPERT_LABELS, edited) });
  return suggestionFor(changed, target);
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
  const written = tx.updateTable("submissions").set(changes).where("rowId", "=", row.rowId);
  return written.returningAll().executeTakeFirstOrThrow();
}

/** Returns the fields that a submission stores: all of a new profile, of a change those that differ. */
function differingFrom(base: SubmittedRecord | null, next: SubmittedRecord): Partial<SubmittedRecord> {
  const fields = SUBMITTED_FIELDS as readonly (keyof SubmittedRecord)[];
  const changedFields = fields.filter((field) => base === null || !isSame(next[field], base[field]));
  return Object.fromEntries(changedFields.map((field) => [field, next[field]]));
}

/** Copies external images that approval would publish; none for a decided or changed submission. */
export async function copiesFor(
  editor: Editor,
  { row, target, ...read }: Suggestion,
  {
    updatedAt,
    edited = {},
    accepted,
  }: { updatedAt?: string; edited?: Record<string, unknown>; accepted?: string[] | undefined },
): Promise<Copies> {
  if (row.status !== "pending" || (updatedAt !== undefined && updatedAt !== row.updatedAt)) return NO_COPIES;
  return copyImages(editor, { ...takenFields({ row, target, ...read }, accepted), ...edited, name: row.name });
}

/** Applies `isCompared` to the values that approval would publish. Throws "invalid". */
export async function isSubmissionCompared(
  read: Suggestion,
  {
    compared,
    edited = {},
    accepted,
  }: { compared: boolean; edited?: Record<string, unknown>; accepted?: string[] | undefined },
): Promise<boolean> {
  const { row, target } = read;
  const changes = { ...takenFields(read, accepted), ...edited };
  const present = target ? recordOf(target) : withoutIdentifiers({ ...NO_RECORD, ...mergedRecord(row, null) });
  return isCompared(present, changes, { compared, name: row.name });
}

/** The links that are gone, of a submission with text of AI, as it is or after an edit. */
export async function goneInSubmission(read: Suggestion, edit?: Edit): Promise<GoneLink[]> {
  const { row } = read;
  const subject = await submissionSubject(read, readDb);
  const isByAi = subject.aiFields.length > 0 || (Array.isArray(edit?.accepted) && edit.accepted.length > 0);
  if (!isByAi) return [];
  const links = referenceLinksOf({ record: { ...subject.record, ...edit?.record } });
  return goneAmong(links, { expertRowId: row.changesExpertRowId });
}

/** The fields that approval would publish: of a change, those that are `accepted`. */
function takenFields({ target, suggested, changed }: Suggestion, accepted: string[] | undefined) {
  const chosen = changed.filter((field) => !target || !accepted || accepted.includes(field));
  return onlySubmitted(Object.fromEntries(chosen.map((field) => [field, suggested[field as keyof typeof suggested]])));
}
