/** Taking a decision back while it is fresh: 10 seconds on the screen, a little longer here for slow lines. */
import { db, type Queryable, type SubmissionRow, unindexExperts } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { forget, type Provenance, put } from "~/models/ai/provenance.server";
import { saveExpert } from "~/models/experts/edit.server";
import type { ExpertField } from "~/models/experts/fields";
import { expertRow } from "~/models/experts/rows.server";
import { takeBackMail } from "~/models/mail/queue.server";
import { audit } from "~/models/site/audit.server";
import { lockedSubmission } from "./review-record.server";

const UNDO_WITHIN_MS = 60_000;
/** Longer than the 10 seconds for which the screen offers Undo. */
const MAIL_WAITS_MS = 15_000;

/** When the mail about a decision goes, and its id: the decision itself leads to it. @param at when it was decided. */
export function decisionMail(submissionId: string, at: string): { id: string; notBefore: string } {
  return {
    id: `decision-${submissionId}-${Date.parse(at)}`,
    notBefore: new Date(Date.parse(at) + MAIL_WAITS_MS).toISOString(),
  };
}

/** Whether a decision is fresh enough to be taken back. */
export function isUndoable({ reviewedAt }: Pick<SubmissionRow, "reviewedAt">, now = Date.now()): boolean {
  return reviewedAt !== null && now - Date.parse(reviewedAt) <= UNDO_WITHIN_MS;
}

/**
 * Makes a decided submission wait again: the expert that it became goes, or the fields that it changed get back what was
 * in them, and the submitter hears nothing of it unless the mail was on its way already.
 *
 * @returns whether the submitter had been told already.
 * @throws AppError "missing", or "conflict" when it waits, was decided too long ago, or the profile was changed since.
 */
export async function undoDecision(
  admin: Admin,
  id: string,
  { now = Date.now() }: { now?: number } = {},
): Promise<{ name: string; told: boolean }> {
  return db.transaction().execute(async (tx) => {
    const row = await lockedSubmission(tx, id);
    const { reviewedAt, name, submitterEmail } = row;
    if (row.status === "pending" || reviewedAt === null)
      throw new AppError("conflict", "This submission waits for a decision already.");
    if (!isUndoable(row, now)) throw new AppError("conflict", `It is too late to undo this. ${otherWay(row)}`);
    if (row.status === "approved") await takeBack(tx, admin, row);
    const wasQueued = await takeBackMail(tx, decisionMail(id, reviewedAt).id);
    const updatedAt = new Date(Math.max(now, Date.parse(row.updatedAt) + 1)).toISOString();
    const waiting = {
      status: "pending",
      expertRowId: null,
      reviewNotes: "",
      reviewedAt: null,
      reviewedBy: null,
    } as const;
    await tx
      .updateTable("submissions")
      .set({ ...waiting, updatedAt })
      .where("rowId", "=", row.rowId)
      .execute();
    const deed = { action: "decision undone", subjectKind: "submission", subjectId: id, subjectName: name } as const;
    await audit(tx, admin, { ...deed, detail: `was ${row.status}` });
    return { name, told: submitterEmail !== "" && !wasQueued };
  });
}

async function takeBack(tx: Queryable, admin: Admin, row: SubmissionRow): Promise<void> {
  const { expertRowId } = row;
  if (expertRowId === null) throw new AppError("conflict", `The profile of ${row.name} is gone already.`);
  const expert = await expertRow(tx, expertRowId);
  const [last, before] = await tx
    .selectFrom("expertRevisions")
    .select(["action", "before", "after"])
    .where("expertRowId", "=", expertRowId)
    .orderBy("rowId", "desc")
    .limit(2)
    .execute();
  const isOurs =
    row.changesExpertRowId === null
      ? last?.action === "approved" && !before
      : last?.action === "changed" && JSON.parse(last.after).submission === row.id;
  if (!last || !isOurs || expert.deletedAt)
    throw new AppError("conflict", `The profile of ${expert.name} was changed since. ${otherWay(row)}`);
  if (row.changesExpertRowId === null) {
    await unindexExperts(tx, [expertRowId]);
    await tx.deleteFrom("experts").where("rowId", "=", expertRowId).execute();
  } else {
    const before: Record<string, unknown> = JSON.parse(last.before);
    await saveExpert(tx, admin, { rowId: expertRowId, record: before, action: "restored" });
    // What was known of these fields before the change.
    const fields = Object.keys(before) as ExpertField[];
    const known: Provenance[] = JSON.parse(last.after).provenance ?? [];
    await forget(tx, { expertRowId }, fields);
    await put(
      tx,
      { expertRowId },
      known.filter(({ field }) => fields.includes(field)),
    );
  }
}

function otherWay({ status, changesExpertRowId }: SubmissionRow): string {
  if (status === "rejected") return "Ask the submitter to send it again.";
  return changesExpertRowId === null
    ? "The profile can be edited or deleted under Manage Experts."
    : "The history of the profile can bring back what was there.";
}
