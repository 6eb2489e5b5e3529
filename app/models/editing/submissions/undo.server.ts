import { db, type Queryable, type SubmissionRow } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { cancelMail } from "~/models/base/mail/queue.server";
import { decisionMail, undoTimeLeft } from "~/models/base/mail/second-thoughts.server";
import { expertRow } from "~/models/records/experts/rows.server";
import { publish } from "~/models/records/publish/publish.server";
import { prepareDeletion } from "~/models/records/shared/removals.server";
import { timeAfter } from "~/stored-times";
import { refuseWithoutProfile } from "./profile-end.server";
import { findSubmission } from "./review-record.server";

/** Returns the milliseconds that are left to undo a decision; 0 if it is too late. */
export function undoableFor({ reviewedAt }: Pick<SubmissionRow, "reviewedAt">, now = Date.now()): number {
  return undoTimeLeft(reviewedAt, now);
}

/**
 * Reverts a recent decision, so that the submission waits again. Tells whether its mail was sent already. Throws "missing";
 * "conflict" when it is too late, or if the last decision is not the one that left the time `updatedAt`.
 */
export async function undoDecision(
  editor: Editor,
  id: string,
  { updatedAt, now = Date.now() }: { updatedAt?: unknown; now?: number } = {},
): Promise<{ name: string; wasNotified: boolean }> {
  return db.transaction().execute(async (tx) => {
    const row = await findSubmission(id, tx);
    const { reviewedAt, name, submitterEmail } = row;
    if (row.status === "pending" || reviewedAt === null)
      throw new AppError("conflict", "This submission is already waiting for a decision.");
    refuseOtherDecision(row, updatedAt);
    if (undoableFor(row, now) === 0) throw new AppError("conflict", `It is too late to undo this. ${adviceAfter(row)}`);
    refuseWithoutProfile(row);
    if (row.status === "approved") await undoApproval(tx, editor, row);
    const wasQueued = await cancelMail(tx, decisionMail(id, reviewedAt).id);
    await makePending(tx, editor, row, "decision undone");
    return { name, wasNotified: submitterEmail !== "" && !wasQueued };
  });
}

/**
 * Makes a rejected submission wait again. Throws "missing"; "conflict" unless rejected, or if the last decision is not the one
 * that left the time `updatedAt`.
 */
export async function reopenSubmission(
  editor: Editor,
  id: string,
  { updatedAt }: { updatedAt?: unknown } = {},
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await findSubmission(id, tx);
    if (row.status !== "rejected") throw new AppError("conflict", "Only a rejected submission can be reopened.");
    refuseOtherDecision(row, updatedAt);
    refuseWithoutProfile(row);
    if (row.reviewedAt) await cancelMail(tx, decisionMail(id, row.reviewedAt).id);
    await makePending(tx, editor, row, "submission reopened");
  });
}

function refuseOtherDecision(row: SubmissionRow, updatedAt: unknown): void {
  if (updatedAt !== undefined && updatedAt !== row.updatedAt)
    throw new AppError("conflict", "This decision was undone or replaced meanwhile. Nothing was changed.");
}

async function makePending(tx: Queryable, editor: Editor, row: SubmissionRow, action: string): Promise<void> {
  const undecidedColumns = { expertRowId: null, reviewNotes: "", leftOut: "[]", reviewedAt: null, reviewedBy: null };
  await tx
    .updateTable("submissions")
    .set({ ...undecidedColumns, status: "pending", updatedAt: timeAfter(row.updatedAt) })
    .where("rowId", "=", row.rowId)
    .execute();
  const subject = { subjectKind: "submission", subjectId: row.id, subjectName: row.name } as const;
  await audit(tx, editor, { action, ...subject, detail: `was ${row.status}` });
}

async function undoApproval(tx: Queryable, editor: Editor, row: SubmissionRow): Promise<void> {
  const { expertRowId } = row;
  if (expertRowId === null) throw new AppError("conflict", `The profile of ${row.name} is gone already.`);
  const expert = await expertRow(tx, expertRowId);
  const [lastRevision, earlierRevision] = await tx
    .selectFrom("expertRevisions")
    .select(["action", "before", "after"])
    .where("expertRowId", "=", expertRowId)
    .orderBy("rowId", "desc")
    .limit(2)
    .execute();
  const isLastChange =
    row.changesExpertRowId === null
      ? lastRevision?.action === "approved" && !earlierRevision
      : lastRevision?.action === "changed" && JSON.parse(lastRevision.after).submission === row.id;
  if (!lastRevision || !isLastChange || expert.deletedAt)
    throw new AppError("conflict", `The profile of ${expert.name} was changed since. ${adviceAfter(row)}`);
  if (row.changesExpertRowId !== null) return restoreFields(tx, editor, expertRowId, lastRevision);
  await prepareDeletion(tx, "experts", expert, editor);
  await tx.deleteFrom("experts").where("rowId", "=", expertRowId).execute();
}

/** Restores the changed fields with their provenance and evidence. */
async function restoreFields(
  tx: Queryable,
  editor: Editor,
  expertRowId: number,
  change: { before: string; after: string },
): Promise<void> {
  const formerFields: Record<string, unknown> = JSON.parse(change.before);
  const { provenance = [], evidence = [] } = JSON.parse(change.after);
  const storedState = { fields: Object.keys(formerFields), provenance, evidence };
  await publish(tx, editor, "experts", {
    cause: "undone",
    rowId: expertRowId,
    record: formerFields,
    sentences: { stored: storedState },
  });
}

function adviceAfter({ status, changesExpertRowId }: SubmissionRow): string {
  if (status === "rejected") return "You can reopen it.";
  return changesExpertRowId === null
    ? "The profile can be edited or deleted under Manage Experts."
    : "The history of the profile can bring back what was there.";
}
