/** Applies an admin's decision about a request to the claim behind it. */
import type { ClaimRow, Queryable, RequestRow } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { decisionMail } from "~/models/base/mail/second-thoughts.server";
import { claimConfirmedMail, claimEndedMail, claimRejectedMail } from "./mails.server";

interface ClaimDecision {
  decision: "apply" | "reject" | "remove";
  siteName: string;
  linkOrigin: string;
}

/**
 * Confirms a proven claim, rejects it, or ends a confirmed claim, in the transaction that decides the request. Throws
 * "invalid"; "conflict" if somebody else holds the profile.
 */
export async function decideClaim(
  tx: Queryable,
  editor: Editor,
  row: RequestRow,
  { decision, siteName, linkOrigin }: ClaimDecision,
): Promise<void> {
  const mailing = row.decidedAt === null ? {} : decisionMail(row.id, row.decidedAt);
  if (decision === "remove") throw new AppError("invalid", "A claim can be confirmed or rejected.");
  const claim = await tx
    .selectFrom("claims")
    .leftJoin("experts", "experts.rowId", "claims.expertRowId")
    .selectAll("claims")
    .select(["experts.name", "slug", "deletedAt", "experts.state"])
    .where("requestId", "=", row.id)
    .executeTakeFirst();
  const name = claim?.name ?? "A person";
  // Keeps the name of a profile that readers do not see out of the mail.
  const mailedName = claim?.deletedAt === null && claim.state === "public" ? name : "A person";
  if (decision === "apply") {
    if (claim?.status !== "proven" || claim.deletedAt)
      throw new AppError("conflict", "The profile or the claim was deleted.");
    await confirmClaim(tx, claim);
    const link = `${linkOrigin}/my-profile/${claim.slug}`;
    await queueMail(tx, { recipient: row.email, ...claimConfirmedMail({ siteName, name: mailedName, link }) }, mailing);
  } else {
    const status = claim?.status === "confirmed" ? "ended" : "rejected";
    await tx.updateTable("claims").set({ status, tokenHash: null }).where("requestId", "=", row.id).execute();
    const writeMail = status === "ended" ? claimEndedMail : claimRejectedMail;
    await queueMail(
      tx,
      { recipient: row.email, ...writeMail({ siteName, name: mailedName, notes: row.notes }) },
      mailing,
    );
  }
  const action = decision === "apply" ? "claim confirmed" : "claim rejected";
  const subject = { subjectKind: "request", subjectId: row.id, subjectName: name } as const;
  await audit(tx, editor, { action, ...subject, detail: row.notes });
}

async function confirmClaim(tx: Queryable, { rowId, expertRowId }: ClaimRow): Promise<void> {
  await checkNotHeld(tx, expertRowId);
  const now = new Date().toISOString();
  const confirmedColumns = { status: "confirmed", claimedAt: now, confirmedAt: now, remindedAt: null } as const;
  await tx.updateTable("claims").set(confirmedColumns).where("rowId", "=", rowId).execute();
}

/** Throws "conflict" if a confirmed claim exists, because a profile has one holder. */
export async function checkNotHeld(tx: Queryable, expertRowId: number): Promise<void> {
  const holders = tx.selectFrom("claims").select("rowId").where("expertRowId", "=", expertRowId);
  if (await holders.where("status", "=", "confirmed").executeTakeFirst())
    throw new AppError("conflict", "Another account holds this profile. Reject one of the two claims first.");
}
