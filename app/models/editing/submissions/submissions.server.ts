import { db, type Queryable, readDb, type SubmissionRow, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { asEditor, isEditor } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { hasRoom } from "~/models/base/input/room.server";
import { type QueueOptions, queueMail } from "~/models/base/mail/queue.server";
import {
  submissionApprovedMail,
  submissionReceivedMail,
  submissionRejectedMail,
} from "~/models/base/mail/texts.server";
import { limit } from "~/models/base/rate-limits/rate-limits.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { nameColumns, sortName } from "~/models/base/text/names.server";
import { findExpert } from "~/models/records/directory/experts.server";
import type { Expert } from "~/models/records/experts/expert.server";
import { NO_RECORD } from "~/models/records/experts/fields";
import { type Duplicate, possibleDuplicates } from "~/models/records/experts/possible-duplicates.server";
import { storeWebsites } from "~/models/records/experts/websites.server";
import { isHolder } from "~/models/records/profiles/holders.server";
import { withUnmarkedTexts } from "~/models/records/provenance/handed-out.server";
import { storeAcceptedTexts } from "~/models/records/provenance/provenance.server";
import { within } from "~/stored-times";
import { deleteDraft } from "./drafts.server";
import { readSubmission, type SuggestedFields } from "./input.server";
import { fieldsBefore, rebase } from "./rebase.server";

export const STATUS_LABELS: Record<SubmissionRow["status"], string> = {
  pending: "under review",
  approved: "approved",
  rejected: "not accepted",
};

export interface SubmissionResult {
  id: string;
  status: SubmissionRow["status"];
  statusLabel: string;
  /** The possible duplicates, for clients of the JSON interface, which are not asked about them. */
  duplicates: Duplicate[];
}

/** Thrown when the suggested person may already be listed. */
export class DuplicatesFound extends AppError {
  constructor(readonly duplicates: Duplicate[]) {
    super("conflict", "This person may be in the directory already.");
  }
}

export interface SubmitOptions {
  /** The result of `linkOrigin`, for the link in the mail. */
  origin: string;
  /** The draft to delete once the submission is stored, if it belongs to the sender. */
  draftId?: string;
  browser?: string | null;
  /** The keys of the duplicates that were shown; other duplicates throw DuplicatesFound. undefined skips the check. */
  seen?: string[];
}

interface CheckedSubmission {
  fields: SuggestedFields;
  submitterReason: string;
  /** The published expert to change; null for a new expert. */
  target: (Expert & { rowId: number }) | null;
}

/**
 * Validates without storing; `change` names a profile, and `basedOn` the time of its version that the sender saw. Throws "invalid",
 * "missing".
 */
export async function checkSubmission(input: unknown): Promise<CheckedSubmission> {
  const change = changeIn(input);
  if (!change) return { ...readSubmission(input), target: null };
  const target = await findTarget(change);
  const former = await fieldsBefore(readDb, target.rowId, Object(input).basedOn);
  const { fields, submitterReason } = readSubmission(input, [
    ...target.referenceLinks,
    ...[former.referenceLinks ?? []].flat().map(String),
  ]);
  return { fields: rebase(fields, former, target), submitterReason, target };
}

/** Stores a suggestion once, and queues its mail. Throws "invalid", "missing", "limited", "conflict", DuplicatesFound. */
export async function submitExpert(user: UserRow, input: unknown, options: SubmitOptions): Promise<SubmissionResult> {
  return submitChecked(user, await checkSubmission(input), options);
}

/** Works as `submitExpert` after the checks. */
export async function submitChecked(
  user: UserRow,
  checkedSubmission: CheckedSubmission,
  options: SubmitOptions,
): Promise<SubmissionResult> {
  const { fields, target } = checkedSubmission;
  const { siteName } = await siteSettings();
  return db.transaction().execute(async (tx) => {
    // Writes first to lock the database, so that no other process stores the same suggestion meanwhile.
    await deleteDraft(tx, options.draftId ?? "", { browser: options.browser ?? null, userId: user.id });
    const checkLimits = async () => {
      await checkRoom(tx, user, JSON.stringify(fields).length);
      await limit("submission", user.id);
    };
    const storedSubmission = await storeSubmission(tx, user, checkedSubmission, {
      ...options,
      beforeInsert: checkLimits,
    });
    if (storedSubmission.rowId === null) return toResult(storedSubmission, []);
    await noteModelTexts(tx, user, storedSubmission.rowId, { before: target ?? NO_RECORD, now: fields });
    const subject = { siteName, expertName: fields.name, isChange: target !== null };
    const mail = submissionReceivedMail({ ...subject, link: `${options.origin}/my-submissions` });
    if (!(await hasRecentThanks(tx, user.email, mail.kind))) await queueMail(tx, { recipient: user.email, ...mail });
    return toResult(storedSubmission, storedSubmission.duplicates);
  });
}

const THANKS_INTERVAL_MS = 60 * 60_000;

/** Tells whether the user got such a mail within the last hour: its link leads to all their suggestions. */
async function hasRecentThanks(tx: Queryable, recipient: string, kind: string): Promise<boolean> {
  const { after, until } = within(THANKS_INTERVAL_MS);
  const thanks = tx.selectFrom("mails").select("id").where("recipient", "=", recipient).where("kind", "=", kind);
  return (await thanks.where("createdAt", ">", after).where("createdAt", "<=", until).executeTakeFirst()) !== undefined;
}

/** Notes which texts of an editor's own submission a model wrote. Readers get no texts of models. */
export async function noteModelTexts(
  tx: Queryable,
  user: UserRow,
  rowId: number,
  records: { before: Partial<SuggestedFields>; now: SuggestedFields },
): Promise<void> {
  if (!isEditor(user)) return;
  const accepted = await withUnmarkedTexts(tx, { name: records.now.name }, records);
  await storeAcceptedTexts(tx, asEditor(user), { submissionRowId: rowId }, { ...records, accepted });
}

/** Limits the waiting submissions of an account, in characters of JSON. */
const MAX_PENDING_LENGTH = 4_000_000;

/** Throws "conflict" if `length` more characters exceed the account's limit. */
export async function checkRoom(tx: Queryable, { id }: UserRow, length: number): Promise<void> {
  const ownSubmissions = tx.selectFrom("submissions").select("record as text").where("userId", "=", id);
  const pendingSubmissions = ownSubmissions.where("status", "=", "pending");
  if (await hasRoom(tx, pendingSubmissions, { length, maxTotal: MAX_PENDING_LENGTH })) return;
  const message =
    "Too many of your submissions are waiting for review. Please send more once some of them are decided.";
  throw new AppError("conflict", message);
}

interface StoreOptions extends Pick<SubmitOptions, "draftId" | "seen"> {
  /** Runs before the insert; if it throws, nothing is stored. */
  beforeInsert?: () => Promise<void>;
}

/** Stores a submission without mail, inside a transaction that has already written; `rowId` is null for a repetition. Throws DuplicatesFound. */
export async function storeSubmission(
  tx: Queryable,
  user: UserRow,
  { fields, submitterReason, target }: CheckedSubmission,
  { draftId, seen, beforeInsert }: StoreOptions,
): Promise<{ id: string; status: SubmissionRow["status"]; rowId: number | null; duplicates: Duplicate[] }> {
  const { name, title } = fields;
  const record = JSON.stringify(target ? changedFields(target, fields) : fields);
  const columns = { name, title, foldedName: sortName(name), ...nameColumns(name), record };
  const sentColumns = { userId: user.id, ...columns, submitterReason, changesExpertRowId: target?.rowId ?? null };
  const repeatedSubmission = await findRepetition(tx, sentColumns, draftId);
  if (repeatedSubmission) return { ...repeatedSubmission, rowId: null, duplicates: [] };
  const duplicates = target
    ? []
    : await possibleDuplicates({ name, links: fields.referenceLinks, isForReaders: true }, tx);
  if (seen && duplicates.some(({ key }) => !seen.includes(key))) throw new DuplicatesFound(duplicates);
  await beforeInsert?.();

  const now = new Date().toISOString();
  const row = {
    ...sentColumns,
    id: newId(),
    status: "pending" as const,
    submittedAt: now,
    updatedAt: now,
    reviewNotes: "",
    draftId: await freeDraftId(tx, draftId),
    submitterName: `${user.firstName} ${user.lastName}`.trim(),
    submitterEmail: user.email,
    priority: target && (await isHolder(tx, user.id, target.rowId)) ? 0 : 1,
  };
  const { rowId } = await tx.insertInto("submissions").values(row).returning("rowId").executeTakeFirstOrThrow();
  if (!target) await storeWebsites(tx, { submissionRowId: rowId }, fields.referenceLinks);
  return { id: row.id, status: row.status, rowId, duplicates };
}

export type Decision =
  | {
      status: "approved";
      slug: string;
      /** Labels of accepted and left-out fields. */
      taken?: string;
      leftOut?: string;
      reviewNotes?: string;
    }
  | { status: "rejected"; reviewNotes: string };

/** Queues the decision mail, with links to `origin`. Queues nothing for a deleted account. */
export async function queueDecisionMail(
  tx: Queryable,
  submission: Pick<SubmissionRow, "name" | "submitterEmail" | "changesExpertRowId">,
  decision: Decision,
  { siteName, origin, mail: options }: { siteName: string; origin: string; mail?: QueueOptions },
): Promise<void> {
  if (!submission.submitterEmail) return;
  const subject = { siteName, expertName: submission.name, isChange: submission.changesExpertRowId !== null };
  const mail =
    decision.status === "approved"
      ? submissionApprovedMail({
          ...subject,
          ...decision,
          notes: decision.reviewNotes,
          link: `${origin}/${decision.slug}`,
        })
      : submissionRejectedMail({ ...subject, notes: decision.reviewNotes, link: `${origin}/my-submissions` });
  await queueMail(tx, { recipient: submission.submitterEmail, ...mail }, options);
}

/** Returns the slug of the profile to change, "" for a new expert. Throws "invalid". */
export function changeIn(input: unknown): string {
  const change = (input as { change?: unknown } | null | undefined)?.change;
  if (typeof change === "string") return change.trim();
  if (change === undefined || change === null) return "";
  throw new AppError("invalid", "Change must be the slug of a profile.", {
    change: "Change must be the slug of a profile.",
  });
}

async function findTarget(slug: string) {
  const expert = await findExpert(slug);
  const { rowId } = await readDb
    .selectFrom("experts")
    .select("rowId")
    .where("id", "=", expert.id)
    .executeTakeFirstOrThrow();
  return { ...expert, rowId };
}

/** Returns the fields that differ from the profile. Throws "invalid" if none does. */
export function changedFields(
  target: Pick<Expert, keyof SuggestedFields>,
  fields: SuggestedFields,
): Partial<SuggestedFields> {
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(target[name as keyof SuggestedFields]);
  const differentFields = Object.fromEntries(Object.entries(fields).filter(differs));
  if (Object.keys(differentFields).length === 0) throw new AppError("invalid", "You have not changed anything yet.");
  return differentFields;
}

type SentColumns = Pick<SubmissionRow, "foldedName" | "record" | "submitterReason" | "changesExpertRowId"> & {
  userId: string;
};

async function findRepetition(tx: Queryable, columns: SentColumns, draftId: string | undefined) {
  return tx
    .selectFrom("submissions")
    .select(["id", "status"])
    .where("userId", "=", columns.userId)
    .where("foldedName", "=", columns.foldedName)
    .where("record", "=", columns.record)
    .where("submitterReason", "=", columns.submitterReason)
    .where("changesExpertRowId", "is not distinct from", columns.changesExpertRowId)
    .where(({ eb, or }) => or([eb("status", "=", "pending"), eb("draftId", "=", draftId ?? "")]))
    .executeTakeFirst();
}

async function freeDraftId(tx: Queryable, draftId: string | undefined): Promise<string | null> {
  if (!draftId) return null;
  const earlierSubmission = await tx
    .selectFrom("submissions")
    .select("id")
    .where("draftId", "=", draftId)
    .executeTakeFirst();
  return earlierSubmission ? null : draftId;
}

function toResult({ id, status }: Pick<SubmissionRow, "id" | "status">, duplicates: Duplicate[]): SubmissionResult {
  return { id, status, statusLabel: STATUS_LABELS[status], duplicates };
}
