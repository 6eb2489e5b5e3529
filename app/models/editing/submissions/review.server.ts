import { readDb, type SubmissionRow, searchWords } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { nameOf } from "~/models/base/audit/audit.server";
import {
  findPage,
  type PageQuery,
  type Paging,
  readSlice,
  type Slice,
  sortByRowIds,
} from "~/models/base/input/paging.server";
import { renderMarkdown } from "~/models/base/markdown/markdown.server";
import { lossText } from "~/models/records/evidence/effects.server";
import { type EvidenceWithFacts, evidenceWithFacts } from "~/models/records/evidence/facts/evidence-facts.server";
import { EXPERT_LABELS, type ExpertField, SUBMITTED_FIELDS } from "~/models/records/experts/fields";
import { type Duplicate, possibleDuplicates } from "~/models/records/experts/possible-duplicates.server";
import { isSame, personIn } from "~/models/records/experts/record.server";
import { expertValueFormatter } from "~/models/records/experts/shown.server";
import { type Portrait, portraitAt } from "~/models/records/images/credits.server";
import { type TextOfModel, textsOfModels } from "~/models/records/provenance/provenance.server";
import { askedNotToBeListed } from "~/models/records/relisting/relisting.server";
import { type Piece, textPieces } from "~/models/records/shared/diff.server";
import { publicRows } from "~/models/records/shared/public-rows.server";
import { yieldToOthers } from "~/services/event-loop.server";
import { type Place, placeIn, reviewersOf, rowIdsOpenElsewhere } from "./places.server";
import { fieldsBefore } from "./rebase.server";
import {
  gapsIn,
  mergedRecord,
  type QueuePlace,
  queuePlace,
  readSuggestion,
  type Submission,
  type SubmittedRecord,
  type Suggestion,
  sentRecord,
  targetsOf,
  toSubmission,
} from "./review-record.server";
import { undoableFor } from "./undo.server";

export type Status = SubmissionRow["status"];
export const STATUSES: readonly Status[] = ["pending", "approved", "rejected"];

export const MAX_AT_ONCE = 50;

export const REVIEW_PAGE_SIZE = 10;

export interface ReviewQuery extends PageQuery {
  status: Status;
  /** Matches name, title, and the submitter's name or email; "" means no search. */
  search: string;
}

export interface ReviewPage<T> extends Paging {
  submissions: T[];
  total: number;
}

/**
 * Returns a page of submissions. Waiting submissions come oldest first, those by a profile's holder before the others, unless
 * they are searched. Decided submissions come newest first. Past the end the page is empty.
 */
export async function submissionsPage(_editor: Editor, query: ReviewQuery): Promise<ReviewPage<Submission>> {
  const { rows, ...paging } = await findPage(query, {}, (offset) => readRows(query, offset));
  const targets = await targetsOf(rows);
  return {
    submissions: rows.map((row) => toSubmission(row, targets.get(row.changesExpertRowId ?? 0) ?? null)),
    ...paging,
  };
}

export interface ListedSubmission {
  id: string;
  name: string;
  title: string;
  status: Status;
  submitterName: string;
  submitterEmail: string;
  submittedAt: string;
  reviewedAt: string | null;
  updatedAt: string;
  /** The name on the profile to change; null for a new expert. */
  changes: string | null;
  /** The number of possible duplicates, counted for waiting submissions only. */
  duplicates: number;
  /** True if the person asked not to be listed. */
  isHeldBack: boolean;
  /** True if the sender's claim of the profile is confirmed. */
  isFromPerson: boolean;
  /** The other editor who has it open. */
  reviewer: string | null;
}

/** Returns a page of the review list with the counts of all statuses; past the end the last page. */
export async function reviewList(
  editor: Editor,
  query: ReviewQuery,
): Promise<ReviewPage<ListedSubmission> & { counts: Record<Status, number> }> {
  const { rows, ...paging } = await findPage(query, { nearest: true }, (offset) => readRows(query, offset));
  const targets = await targetsOf(rows);
  const reviewers = await reviewersOf(
    editor,
    rows.map(({ rowId }) => rowId),
  );
  const submissions: ListedSubmission[] = [];
  for (const row of rows) {
    const { id, name, title, status, submitterName, submitterEmail, submittedAt, reviewedAt, updatedAt } = row;
    submissions.push({
      id,
      name,
      title,
      status,
      submitterName,
      submitterEmail,
      submittedAt,
      reviewedAt,
      updatedAt,
      changes: targets.get(row.changesExpertRowId ?? 0)?.name ?? null,
      duplicates: (await duplicatesOf(row)).length,
      isHeldBack: await isHeldBack(row),
      isFromPerson: row.priority === 0,
      reviewer: reviewers.get(row.rowId) ?? null,
    });
  }
  return { submissions, ...paging, counts: await statusCounts(query.search) };
}

/** Counts the submissions of each status that match a search, or all. */
async function statusCounts(search: string): Promise<Record<Status, number>> {
  const counts = { pending: 0, approved: 0, rejected: 0 };
  for (const status of STATUSES)
    counts[status] = search
      ? (await searchRowIds(status, search, { offset: 0, limit: 1 })).total
      : await countOf(status);
  return counts;
}

function searchRowIds(status: Status, text: string, slice: { offset: number; limit: number }) {
  const direction = status === "pending" ? "asc" : "desc";
  return searchWords(readDb, "submissionSearch", { text, scope: [status], direction, ...slice });
}

async function countOf(status: Status): Promise<number> {
  const query = readDb
    .selectFrom("submissions")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("status", "=", status);
  return (await query.executeTakeFirstOrThrow()).total;
}

export interface RecentDecision {
  id: string;
  name: string;
  status: Status;
  /** Names the decision, so that an old page does not undo another one. */
  updatedAt: string;
  /** The time left for undoing the decision, in milliseconds. */
  undoableFor: number;
  /** All decisions that were made together. */
  together?: Pick<RecentDecision, "id" | "updatedAt">[];
}

/** Returns the decision about a submission; null for an unknown id or a decision that was undone. */
export async function recentDecision(_editor: Editor, id: string | null): Promise<RecentDecision | null> {
  const row = id
    ? await readDb.selectFrom("submissions").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!row || row.status === "pending") return null;
  const { name, status, updatedAt } = row;
  return { id: row.id, name, status, updatedAt, undoableFor: undoableFor(row) };
}

/** Returns decisions that were made together (up to 50 ids, separated by commas); null if none is left. */
export async function decidedTogether(editor: Editor, ids: string | null): Promise<RecentDecision | null> {
  const idList = (ids ?? "").split(",").filter(Boolean).slice(0, MAX_AT_ONCE);
  const decisions = (await Promise.all(idList.map((id) => recentDecision(editor, id)))).filter(
    (decision) => decision !== null,
  );
  const [firstDecision] = decisions;
  if (!firstDecision) return null;
  const undoableFor = Math.min(...decisions.map((decision) => decision.undoableFor));
  return { ...firstDecision, undoableFor, together: decisions.map(({ id, updatedAt }) => ({ id, updatedAt })) };
}

/** The next waiting submission, preferably a submission that nobody else has open, and the previous submission. */
export interface Neighbours {
  next: string | null;
  previous: string | null;
}

export async function neighboursOf(editor: Editor, id: string): Promise<Neighbours> {
  return neighboursOfPlace(editor, await queuePlace(id));
}

async function neighboursOfPlace(editor: Editor, place: QueuePlace): Promise<Neighbours> {
  const otherOpenRowIds = await rowIdsOpenElsewhere(editor);
  const { id, rowId, submittedAt, priority } = place;
  const selectAdjacent = (compare: "<" | ">", direction: "asc" | "desc") =>
    readDb
      .selectFrom("submissions")
      .select("id")
      .where("status", "=", "pending")
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple("priority", "submittedAt", "rowId"), compare, tuple(priority, submittedAt, rowId)),
      )
      .orderBy("priority", direction)
      .orderBy("submittedAt", direction)
      .orderBy("rowId", direction)
      .limit(1);
  const selectFirst = (excludedRowIds: number[]) =>
    readDb
      .selectFrom("submissions")
      .select("id")
      .where("status", "=", "pending")
      .where("id", "!=", id)
      .where("rowId", "not in", excludedRowIds)
      .orderBy("priority")
      .orderBy("submittedAt")
      .orderBy("rowId")
      .limit(1);
  const nextRow =
    (await selectAdjacent(">", "asc").where("rowId", "not in", otherOpenRowIds).executeTakeFirst()) ??
    (await selectFirst(otherOpenRowIds).executeTakeFirst()) ??
    // If no other submission is left, takes a submission that another editor has open; only one editor can decide about it.
    (await selectFirst([0]).executeTakeFirst());
  const previousRow = await selectAdjacent("<", "desc").executeTakeFirst();
  return { next: nextRow?.id ?? null, previous: previousRow?.id ?? null };
}

/** Returns the address of the next waiting submission, with a notice about this decision. */
export async function addressAfter(editor: Editor, id: string): Promise<string> {
  const { next } = await neighboursOf(editor, id);
  return `/admin/submissions${next ? `/${next}` : ""}?decided=${id}`;
}

/** A field with its values in readable form. */
export interface ReviewedField {
  field: ExpertField;
  label: string;
  /** The profile's value; empty for a new expert. */
  present: string | string[];
  sent: string | string[];
  published: string | string[];
  /** The difference from the profile's text; null for lists and new experts. */
  pieces: Piece[] | null;
  /** True if an editor changed the field after the submission was sent. */
  edited: boolean;
  /** True if approval would write the field. */
  isChange: boolean;
  /** Describes what the profile would lose; "" for an addition. */
  loss: string;
}

export interface Review {
  submission: Submission;
  /** The fields to review: the changed fields, or the filled fields of a new expert. */
  fields: ReviewedField[];
  /** Fields that a model wrote, unchanged profile fields included. */
  written: TextOfModel[];
  biographyHtml: string;
  target: { name: string; slug: string; updatedAt: string; inTrash: boolean } | null;
  duplicates: (Duplicate & { href: string })[];
  /** True if the person asked not to be listed. */
  isHeldBack: boolean;
  /** The name of the editor who decided; null for a waiting submission, "" for a deleted account. */
  reviewedBy: string | null;
  slug: string | null;
  /** The time left for undoing the decision, in milliseconds. */
  undoableFor: number;
  /** The missing parts: "category" or "link". */
  gaps: string[];
  /** True if the sender's claim of the profile is confirmed. */
  isFromPerson: boolean;
  /** The suggested picture; null if there is none. */
  portrait: Portrait | null;
  /** Evidence whose quotes lack what the sentences state. */
  differing: EvidenceWithFacts[];
}

/** Returns the review page: a submission, its neighbours in the queue, and who else has it open. Throws "missing". */
export async function reviewInQueue(editor: Editor, id: string): Promise<Review & Neighbours & { place: Place }> {
  const suggestion = await readSuggestion(id);
  return {
    ...(await reviewFor(editor, suggestion)),
    ...(await neighboursOfPlace(editor, suggestion.row)),
    place: await placeIn(editor, suggestion.row),
  };
}

/** Returns a submission with everything that is needed to review it. Throws "missing". */
export async function reviewOf(editor: Editor, id: string): Promise<Review> {
  return reviewFor(editor, await readSuggestion(id));
}

export async function reviewFor(_editor: Editor, suggestion: Suggestion): Promise<Review> {
  const { row, target, suggestedRecord: publishedRecord } = suggestion;
  return {
    submission: toSubmission(row, target),
    fields: await fieldsOf(suggestion),
    written: await fieldsByModel(suggestion),
    biographyHtml: renderMarkdown(publishedRecord.biography),
    target: target && {
      name: target.name,
      slug: target.slug,
      updatedAt: target.updatedAt,
      inTrash: target.deletedAt !== null,
    },
    duplicates: await duplicatesOf(row),
    isHeldBack: await isHeldBack(row),
    reviewedBy: row.reviewedAt === null ? null : await nameOfUser(row.reviewedBy),
    slug: await publicSlug(row),
    undoableFor: undoableFor(row),
    gaps: row.status === "pending" && !target ? gapsIn(publishedRecord) : [],
    isFromPerson: row.priority === 0,
    portrait: "imageUrl" in JSON.parse(row.record) ? await portraitAt(publishedRecord.imageUrl) : null,
    differing: await evidenceWithFacts(
      { submissionRowId: row.rowId },
      { record: { ...publishedRecord }, person: publishedRecord.name },
    ),
  };
}

async function fieldsByModel({ row, target, suggestedRecord, changedFields }: Suggestion): Promise<TextOfModel[]> {
  const textsOfSubmission = await textsOfModels({ submissionRowId: row.rowId }, suggestedRecord);
  if (!target) return textsOfSubmission;
  const fieldsOfProfile = await textsOfModels(
    { expertRowId: target.rowId },
    mergedRecord({ ...row, record: "{}" }, target),
  );
  return [...textsOfSubmission, ...fieldsOfProfile.filter(({ field }) => !changedFields.includes(field))];
}

async function fieldsOf({
  row,
  target,
  suggestedRecord: currentRecord,
  changedFields,
}: Suggestion): Promise<ReviewedField[]> {
  const formatValue = await expertValueFormatter();
  const sentFields = sentRecord(row, target);
  const presentRecord = target && mergedRecord({ ...row, record: "{}" }, target);
  // Takes the changed fields from the suggestion, because after approval the profile does not differ from it.
  const storedRecord = JSON.parse(row.record);
  const suggestedFields = SUBMITTED_FIELDS.filter((field) => field in storedRecord);
  const reviewedFields = target && row.status !== "pending" ? suggestedFields : changedFields;
  const laterFields = target ? await fieldsBefore(readDb, target.rowId, row.submittedAt) : {};
  const sourcedCounts = target ? await sourcedSentences(target.rowId) : new Map<string, number>();
  return SUBMITTED_FIELDS.flatMap((field) => {
    const valueIn = (record: SubmittedRecord | null) => record?.[field as keyof SubmittedRecord];
    const formatIn = (record: SubmittedRecord | null) => formatValue(field, valueIn(record));
    const isChange = reviewedFields.includes(field);
    const differs = !isSame(valueIn(sentFields), valueIn(currentRecord));
    if (!differs && !isChange) return [];
    const isEdited =
      isChange && differs && !isJoined(valueIn(presentRecord), valueIn(sentFields), valueIn(currentRecord));
    const loss = presentRecord
      ? lossText(field, valueIn(presentRecord) ?? "", valueIn(currentRecord) ?? "", sourcedCounts.get(field))
      : "";
    const hasLaterChange = field in laterFields && !isSame(laterFields[field], valueIn(presentRecord));
    const values = { present: formatIn(presentRecord), sent: formatIn(sentFields), published: formatIn(currentRecord) };
    const [textBefore, textAfter] = [presentRecord && formatIn(presentRecord), formatIn(currentRecord)];
    const pieces =
      typeof textBefore === "string" && typeof textAfter === "string" ? textPieces(textBefore, textAfter) : null;
    return [
      {
        field,
        label: EXPERT_LABELS[field],
        ...values,
        pieces,
        edited: isEdited,
        isChange,
        loss: loss && (hasLaterChange ? `${CHANGED_LATER} ${loss}` : loss),
      },
    ];
  });
}

const CHANGED_LATER = "The profile was changed after this was sent.";

/** Tells whether a list only joins the sent list and the profile's, so that no editor changed it. */
function isJoined(presentValue: unknown, sentValue: unknown, currentValue: unknown): boolean {
  if (!Array.isArray(presentValue) || !Array.isArray(sentValue) || !Array.isArray(currentValue)) return false;
  const joinedEntries = new Set([...presentValue, ...sentValue]);
  return (
    currentValue.every((entry) => joinedEntries.has(entry)) &&
    presentValue.every((entry) => currentValue.includes(entry))
  );
}

/** Counts the sentences with sources for each field. */
async function sourcedSentences(expertRowId: number): Promise<Map<string, number>> {
  const rows = await readDb
    .selectFrom("evidence")
    .select((eb) => ["field", eb.fn.count<number>("sentence").distinct().as("sentences")])
    .where("expertRowId", "=", expertRowId)
    .groupBy("field")
    .execute();
  return new Map(rows.map(({ field, sentences }) => [field, Number(sentences)]));
}

/** Describes what the profile would lose if all of a change is approved; "" for an addition. */
export function lossesIn({ fields, target, submission }: Review): string {
  if (!target || submission.status !== "pending") return "";
  return fields.flatMap(({ label, loss, isChange }) => (isChange && loss ? `${label}: ${loss}` : [])).join(" ");
}

async function isHeldBack(row: SubmissionRow): Promise<boolean> {
  if (row.status !== "pending" || row.changesExpertRowId !== null) return false;
  return askedNotToBeListed(personIn(mergedRecord(row, null)));
}

async function duplicatesOf(row: SubmissionRow): Promise<Review["duplicates"]> {
  if (row.status !== "pending" || row.changesExpertRowId !== null) return [];
  const { name, referenceLinks } = mergedRecord(row, null);
  const duplicates = (await possibleDuplicates({ name, links: referenceLinks })).filter(({ key }) => key !== row.id);
  return duplicates.map((duplicate) => ({
    ...duplicate,
    href: duplicate.slug === null ? `/admin/submissions/${duplicate.key}` : `/${duplicate.slug}`,
  }));
}

async function publicSlug({ expertRowId }: SubmissionRow): Promise<string | null> {
  if (expertRowId === null) return null;
  const experts = publicRows(readDb, "expert").select("slug").where("rowId", "=", expertRowId);
  return (await experts.executeTakeFirst())?.slug ?? null;
}

async function nameOfUser(id: string | null): Promise<string> {
  if (id === null) return "";
  const user = await readDb.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  return user ? nameOf(user) : "";
}

/** Yields all submissions in batches, newest first, and lets other work run between them. */
export async function* allSubmissions(_editor: Editor): AsyncGenerator<Submission[]> {
  let beforeRowId = Number.MAX_SAFE_INTEGER;
  while (true) {
    const submissions = readDb.selectFrom("submissions").selectAll().where("rowId", "<", beforeRowId);
    const rows = await submissions.orderBy("rowId", "desc").limit(50).execute();
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    const targets = await targetsOf(rows);
    yield rows.map((row) => toSubmission(row, targets.get(row.changesExpertRowId ?? 0) ?? null));
    beforeRowId = lastRow.rowId;
    await yieldToOthers();
  }
}

async function readRows({ status, search, limit }: ReviewQuery, offset: number) {
  const order = status === "pending" ? "asc" : "desc";
  const { rowIds, total } = search
    ? await searchRowIds(status, search, { offset, limit })
    : await rowIdsOfStatus(status, { order, offset, limit });
  const rows = rowIds.length
    ? await readDb.selectFrom("submissions").selectAll().where("rowId", "in", rowIds).execute()
    : [];
  return { rows: sortByRowIds(rows, rowIds), total };
}

async function rowIdsOfStatus(status: Status, slice: Slice) {
  const total = await countOf(status);
  const rows = await readSlice({ total, ...slice }, ({ order, limit, offset }) =>
    readDb
      .selectFrom("submissions")
      .select("rowId")
      .where("status", "=", status)
      .$if(status === "pending", (query) => query.orderBy("priority", order))
      .orderBy("submittedAt", order)
      .orderBy("rowId", order)
      .limit(limit)
      .offset(offset)
      .execute(),
  );
  return { rowIds: rows.map(({ rowId }) => rowId), total };
}
