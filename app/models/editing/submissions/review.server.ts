import { readDb, type SubmissionRow, searchWords } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { nameOf } from "~/models/base/audit/audit.server";
import {
  findPage,
  inOrder,
  type PageQuery,
  type Paging,
  readSlice,
  type Slice,
} from "~/models/base/input/paging.server";
import { renderMarkdown } from "~/models/base/markdown/markdown.server";
import { lossText } from "~/models/records/evidence/effects.server";
import { type EvidenceWithFacts, evidenceWithFacts } from "~/models/records/evidence/facts/evidence-facts.server";
import { EXPERT_LABELS, type ExpertField, SUBMITTED_FIELDS } from "~/models/records/experts/fields";
import { type Duplicate, possibleDuplicates } from "~/models/records/experts/possible-duplicates.server";
import { isSame, personIn } from "~/models/records/experts/record.server";
import { shownValues } from "~/models/records/experts/shown.server";
import { type Portrait, portraitAt } from "~/models/records/images/credits.server";
import { type Written, writtenBy } from "~/models/records/provenance/provenance.server";
import { askedNotToBeListed } from "~/models/records/relisting/relisting.server";
import { type Piece, textPieces } from "~/models/records/shared/diff.server";
import { othersTurn } from "~/turns.server";
import { type Place, placeIn, reviewersOf, takenByOthers } from "./places.server";
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
  /** Matches name, title, and the submitter's name or e-mail; "" means no search. */
  search: string;
}

export interface ReviewPage<T> extends Paging {
  submissions: T[];
  total: number;
}

/** Waiting submissions oldest first, after those from the persons themselves; decided ones newest first; empty past the end. */
export async function submissionsPage(_editor: Editor, query: ReviewQuery): Promise<ReviewPage<Submission>> {
  const { rows, ...counted } = await findPage(query, {}, (offset) => rowsOf(query, offset));
  const targets = await targetsOf(rows);
  return {
    submissions: rows.map((row) => toSubmission(row, targets.get(row.changesExpertRowId ?? 0) ?? null)),
    ...counted,
  };
}

export interface Listed {
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
  /** Counted for waiting submissions only. */
  duplicates: number;
  /** Says that the person asked not to be listed. */
  isHeldBack: boolean;
  /** Says that it comes from the person, whose claim of the profile is confirmed. */
  isFromPerson: boolean;
  /** The other editor who has it open. */
  reviewer: string | null;
}

/** A page past the end gives the last page. */
export async function reviewList(
  editor: Editor,
  query: ReviewQuery,
): Promise<ReviewPage<Listed> & { counts: Record<Status, number> }> {
  const { rows, ...counted } = await findPage(query, { nearest: true }, (offset) => rowsOf(query, offset));
  const targets = await targetsOf(rows);
  const reviewers = await reviewersOf(
    editor,
    rows.map(({ rowId }) => rowId),
  );
  const submissions: Listed[] = [];
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
  return { submissions, ...counted, counts: await statusCounts(query.search) };
}

/** Counts the submissions that a search finds, or all of them along an index. */
async function statusCounts(search: string): Promise<Record<Status, number>> {
  const counts = { pending: 0, approved: 0, rejected: 0 };
  for (const status of STATUSES)
    counts[status] = search ? (await searchedIn(status, search, { offset: 0, limit: 1 })).total : await countOf(status);
  return counts;
}

function searchedIn(status: Status, text: string, slice: { offset: number; limit: number }) {
  const direction = status === "pending" ? "asc" : "desc";
  return searchWords(readDb, "submissionSearch", { text, scope: [status], direction, ...slice });
}

async function countOf(status: Status): Promise<number> {
  const counting = readDb
    .selectFrom("submissions")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("status", "=", status);
  return (await counting.executeTakeFirstOrThrow()).total;
}

export interface JustDecided {
  id: string;
  name: string;
  status: Status;
  /** Milliseconds. */
  undoableFor: number;
  /** The number of decisions made together. */
  count?: number;
  ids?: string[];
}

/** null for an unknown id, or a decision that was undone. */
export async function justDecided(_editor: Editor, id: string | null): Promise<JustDecided | null> {
  const row = id
    ? await readDb.selectFrom("submissions").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!row || row.status === "pending") return null;
  return { id: row.id, name: row.name, status: row.status, undoableFor: undoableFor(row) };
}

/** Decisions made together (up to 50 ids, separated by commas); null when none is left. */
export async function decidedTogether(editor: Editor, ids: string | null): Promise<JustDecided | null> {
  const idList = (ids ?? "").split(",").filter(Boolean).slice(0, MAX_AT_ONCE);
  const decided = (await Promise.all(idList.map((id) => justDecided(editor, id)))).filter(
    (justDecided) => justDecided !== null,
  );
  const [first] = decided;
  if (!first) return null;
  const undoableFor = Math.min(...decided.map((justDecided) => justDecided.undoableFor));
  return { ...first, undoableFor, count: decided.length, ids: decided.map(({ id }) => id) };
}

/** The next waiting submission that nobody else has open, otherwise the first one; and the previous one. */
export interface Neighbours {
  next: string | null;
  previous: string | null;
}

export async function neighboursOf(editor: Editor, id: string): Promise<Neighbours> {
  return neighboursBeside(editor, await queuePlace(id));
}

async function neighboursBeside(editor: Editor, place: QueuePlace): Promise<Neighbours> {
  const openElsewhere = await takenByOthers(editor);
  const { id, rowId, submittedAt, priority } = place;
  const beside = (compare: "<" | ">", direction: "asc" | "desc") =>
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
  const first = (excluded: number[]) =>
    readDb
      .selectFrom("submissions")
      .select("id")
      .where("status", "=", "pending")
      .where("id", "!=", id)
      .where("rowId", "not in", excluded)
      .orderBy("priority")
      .orderBy("submittedAt")
      .orderBy("rowId")
      .limit(1);
  const next =
    (await beside(">", "asc").where("rowId", "not in", openElsewhere).executeTakeFirst()) ??
    (await first(openElsewhere).executeTakeFirst()) ??
    // Takes one that is open elsewhere, if no other is left: two editors may look at one, and one of them decides.
    (await first([0]).executeTakeFirst());
  const previous = await beside("<", "desc").executeTakeFirst();
  return { next: next?.id ?? null, previous: previous?.id ?? null };
}

/** The next waiting submission, with a notice about this decision. */
export async function addressAfter(editor: Editor, id: string): Promise<string> {
  const { next } = await neighboursOf(editor, id);
  return `/admin/submissions${next ? `/${next}` : ""}?decided=${id}`;
}

/** Values as they are read. */
export interface ReviewedField {
  field: ExpertField;
  label: string;
  /** Empty for a new expert. */
  present: string | string[];
  sent: string | string[];
  published: string | string[];
  /** The difference from the profile's text; null for lists and new experts. */
  pieces: Piece[] | null;
  /** Says that an editor changed it after it was sent. */
  edited: boolean;
  /** Says whether approval would write it. */
  isChange: boolean;
  /** The loss of the profile; "" for an addition. */
  loss: string;
}

export interface Review {
  submission: Submission;
  /** The fields to review: changed ones, or a new expert's filled ones. */
  fields: ReviewedField[];
  /** Fields that a model wrote, unchanged profile fields included. */
  written: Written[];
  biographyHtml: string;
  target: { name: string; slug: string; updatedAt: string; inTrash: boolean } | null;
  duplicates: (Duplicate & { href: string })[];
  /** Says that the person asked not to be listed. */
  isHeldBack: boolean;
  /** null while it waits, "" for a deleted account. */
  reviewedBy: string | null;
  slug: string | null;
  /** Milliseconds. */
  undoableFor: number;
  /** "category" or "link". */
  gaps: string[];
  /** Says that it comes from the person, whose claim of the profile is confirmed. */
  isFromPerson: boolean;
  /** Sentences that may say something else than their quotes. */
  /** The picture that is suggested; null where none is. */
  portrait: Portrait | null;
  /** Evidence whose quotes lack what the sentences state. */
  differing: EvidenceWithFacts[];
}

/** The review page: a submission, those beside it, and who else has it open. Throws "missing". */
export async function reviewInQueue(editor: Editor, id: string): Promise<Review & Neighbours & { place: Place }> {
  const suggestion = await readSuggestion(id);
  return {
    ...(await reviewFor(editor, suggestion)),
    ...(await neighboursBeside(editor, suggestion.row)),
    place: await placeIn(editor, suggestion.row),
  };
}

/** Throws "missing". */
export async function reviewOf(editor: Editor, id: string): Promise<Review> {
  return reviewFor(editor, await readSuggestion(id));
}

export async function reviewFor(_editor: Editor, suggestion: Suggestion): Promise<Review> {
  const { row, target, suggested: published } = suggestion;
  return {
    submission: toSubmission(row, target),
    fields: await fieldsOf(suggestion),
    written: await writtenOf(suggestion),
    biographyHtml: renderMarkdown(published.biography),
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
    gaps: row.status === "pending" && !target ? gapsIn(published) : [],
    isFromPerson: row.priority === 0,
    portrait: "imageUrl" in JSON.parse(row.record) ? await portraitAt(published.imageUrl) : null,
    differing: await evidenceWithFacts(
      { submissionRowId: row.rowId },
      { record: { ...published }, person: published.name },
    ),
  };
}

async function writtenOf({ row, target, suggested, changed }: Suggestion): Promise<Written[]> {
  const written = await writtenBy({ submissionRowId: row.rowId }, suggested);
  if (!target) return written;
  const stays = await writtenBy({ expertRowId: target.rowId }, mergedRecord({ ...row, record: "{}" }, target));
  return [...written, ...stays.filter(({ field }) => !changed.includes(field))];
}

async function fieldsOf({ row, target, suggested: current, changed: differing }: Suggestion): Promise<ReviewedField[]> {
  const shown = await shownValues();
  const sent = sentRecord(row, target);
  const present = target && mergedRecord({ ...row, record: "{}" }, target);
  // Reads the suggestion: after approval the profile has the change, so only the suggestion shows its fields.
  const suggested = SUBMITTED_FIELDS.filter((field) => field in JSON.parse(row.record));
  const changed = target && row.status !== "pending" ? suggested : differing;
  const sourced = target ? await sourcedSentences(target.rowId) : new Map<string, number>();
  return SUBMITTED_FIELDS.flatMap((field) => {
    const of = (record: SubmittedRecord | null) => record?.[field as keyof SubmittedRecord];
    const at = (record: SubmittedRecord | null) => shown(field, of(record));
    const isChange = changed.includes(field);
    const differs = !isSame(of(sent), of(current));
    if (!differs && !isChange) return [];
    const edited = isChange && differs && !isJoined(of(present), of(sent), of(current));
    const loss = present ? lossText(field, of(present) ?? "", of(current) ?? "", sourced.get(field)) : "";
    const values = { present: at(present), sent: at(sent), published: at(current) };
    const [before, after] = [present && at(present), at(current)];
    const pieces = typeof before === "string" && typeof after === "string" ? textPieces(before, after) : null;
    return [{ field, label: EXPERT_LABELS[field], ...values, pieces, edited, isChange, loss }];
  });
}

/** Recognises a list that joins the sent one and the profile's own, which nobody edited. */
function isJoined(present: unknown, sent: unknown, current: unknown): boolean {
  if (!Array.isArray(present) || !Array.isArray(sent) || !Array.isArray(current)) return false;
  const all = new Set([...present, ...sent]);
  return current.every((entry) => all.has(entry)) && present.every((entry) => current.includes(entry));
}

/** Returns how many sentences of each field have sources. */
async function sourcedSentences(expertRowId: number): Promise<Map<string, number>> {
  const rows = await readDb
    .selectFrom("evidence")
    .select((eb) => ["field", eb.fn.count<number>("sentence").distinct().as("sentences")])
    .where("expertRowId", "=", expertRowId)
    .groupBy("field")
    .execute();
  return new Map(rows.map(({ field, sentences }) => [field, Number(sentences)]));
}

/** Returns the loss of the profile if all of a change is approved; "" for an addition. */
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
  const experts = readDb.selectFrom("experts").select("slug").where("rowId", "=", expertRowId);
  return (await experts.where("deletedAt", "is", null).executeTakeFirst())?.slug ?? null;
}

async function nameOfUser(id: string | null): Promise<string> {
  if (id === null) return "";
  const user = await readDb.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  return user ? nameOf(user) : "";
}

/** All submissions in batches, newest first; others run in between. */
export async function* allSubmissions(_editor: Editor): AsyncGenerator<Submission[]> {
  let before = Number.MAX_SAFE_INTEGER;
  while (true) {
    const some = readDb.selectFrom("submissions").selectAll().where("rowId", "<", before);
    const rows = await some.orderBy("rowId", "desc").limit(50).execute();
    const last = rows.at(-1);
    if (!last) return;
    const targets = await targetsOf(rows);
    yield rows.map((row) => toSubmission(row, targets.get(row.changesExpertRowId ?? 0) ?? null));
    before = last.rowId;
    await othersTurn();
  }
}

async function rowsOf({ status, search, limit }: ReviewQuery, offset: number) {
  const order = status === "pending" ? "asc" : "desc";
  const { rowIds, total } = search
    ? await searchedIn(status, search, { offset, limit })
    : await ofStatus(status, { order, offset, limit });
  const rows = rowIds.length
    ? await readDb.selectFrom("submissions").selectAll().where("rowId", "in", rowIds).execute()
    : [];
  return { rows: inOrder(rows, rowIds), total };
}

async function ofStatus(status: Status, slice: Slice) {
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
