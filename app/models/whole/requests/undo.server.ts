/** Undoes a recent decision about a request, and cancels its mail. */
import { db, type Queryable, type RequestRow } from "~/db.server";
import { AppError } from "~/errors";
import { asAdmin, type Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { cancelMail } from "~/models/base/mail/queue.server";
import { decisionMail, undoTimeLeft } from "~/models/base/mail/second-thoughts.server";
import { checkNotHeld } from "~/models/editing/claims/decide.server";
import { findRequest } from "~/models/editing/requests/queue.server";
import { expertRow } from "~/models/records/experts/rows.server";
import { survivorOf } from "~/models/records/experts/survivor.server";
import { publish } from "~/models/records/publish/publish.server";
import { decideWorks } from "~/models/records/works/works.server";

/** Returns for how many milliseconds a decision can still be undone; 0 for a removal, which is final. */
export function requestUndoableFor({ status, decidedAt }: Pick<RequestRow, "status" | "decidedAt">): number {
  return status === "applied" || status === "rejected" ? undoTimeLeft(decidedAt) : 0;
}

/**
 * Undoes a decision. Throws "missing"; "forbidden" if an editor undoes a decision about a removal; "conflict" when it is too
 * late, or if the last decision is not the one of the time `at`.
 */
export async function undoRequest(editor: Editor, id: string, { at }: { at?: unknown } = {}): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await findRequest(tx, id);
    const { decidedAt, kind, status } = row;
    if (kind === "removal") asAdmin(editor, editor.address);
    if (decidedAt === null || (at !== undefined && at !== decidedAt))
      throw new AppError("conflict", "This decision was undone or replaced meanwhile. Nothing was changed.");
    if (requestUndoableFor(row) === 0)
      throw new AppError("conflict", "It is too late to undo this: the person has been informed.");
    const formerStatus = kind === "claim" ? await takeClaimBack(tx, row) : "open";
    if (kind === "error" && status === "applied") await takeCorrectionBack(tx, editor, row);
    if (kind === "work" && status === "applied") await takeWorkBack(tx, editor, row);
    await cancelMail(tx, decisionMail(id, decidedAt).id);
    const undecidedFields = { notes: "", decidedAt: null, decidedBy: null, isPublic: 0, answeredInMs: null };
    await tx
      .updateTable("requests")
      .set({ ...undecidedFields, status: formerStatus })
      .where("id", "=", id)
      .execute();
    const subject = { subjectKind: "request", subjectId: id, subjectName: "" } as const;
    await audit(tx, editor, { action: "decision undone", ...subject, detail: `was ${status}` });
  });
}

/** Restores a claim: one that was confirmed is confirmed again, and any other waits for a decision. */
async function takeClaimBack(tx: Queryable, { id }: RequestRow): Promise<"applied" | "open"> {
  const claim = await tx.selectFrom("claims").selectAll().where("requestId", "=", id).executeTakeFirst();
  if (!claim) throw new AppError("conflict", "The profile or the claim was deleted.");
  const wasInForce = claim.status === "ended";
  if (wasInForce) await checkNotHeld(tx, claim.expertRowId);
  const formerClaim = wasInForce
    ? ({ status: "confirmed" } as const)
    : ({ status: "proven", claimedAt: null, confirmedAt: null } as const);
  await tx.updateTable("claims").set(formerClaim).where("rowId", "=", claim.rowId).execute();
  return wasInForce ? "applied" : "open";
}

async function takeCorrectionBack(tx: Queryable, editor: Editor, row: RequestRow): Promise<void> {
  const expert = await personOf(tx, row);
  const lastRevision = await tx
    .selectFrom("expertRevisions")
    .select(["action", "before", "after"])
    .where("expertRowId", "=", expert.rowId)
    .orderBy("rowId", "desc")
    .executeTakeFirst();
  const revisionContent = JSON.parse(lastRevision?.after ?? "{}");
  if (!lastRevision || revisionContent.request !== row.id || expert.deletedAt)
    throw new AppError(
      "conflict",
      `The profile of ${expert.name} was changed meanwhile. You can restore a former version in its history.`,
    );
  const formerRecord: Record<string, unknown> = JSON.parse(lastRevision.before);
  const { provenance = [], evidence = [] } = revisionContent;
  const stored = { fields: Object.keys(formerRecord), provenance, evidence };
  await publish(tx, editor, "experts", {
    cause: "undone",
    rowId: expert.rowId,
    record: formerRecord,
    sentences: { stored },
  });
}

async function takeWorkBack(tx: Queryable, editor: Editor, row: RequestRow): Promise<void> {
  await decideWorks(tx, editor, await personOf(tx, row), { accept: [row.field] });
}

async function personOf(tx: Queryable, { expertRowId }: RequestRow) {
  if (expertRowId === null) throw new AppError("conflict", "The profile was deleted meanwhile.");
  return survivorOf(tx, await expertRow(tx, expertRowId));
}
