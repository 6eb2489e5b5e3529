import type { Queryable, SubmissionRow } from "~/db.server";
import { AppError } from "~/errors";
import { nameOf } from "~/models/base/audit/audit.server";
import { findSubmission } from "./review-record.server";

/** The waiting row, unchanged since `expectedUpdatedAt`. Throws "missing", or "conflict" naming the other admin. */
export async function openSubmission(
  tx: Queryable,
  id: string,
  expectedUpdatedAt: string | undefined,
): Promise<SubmissionRow> {
  const row = await findSubmission(id, tx);
  if (row.status !== "pending") throw await decidedAlready(tx, row);
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== row.updatedAt) throw await changedMeanwhile(tx, row);
  return row;
}

async function decidedAlready(tx: Queryable, { status, reviewedBy, reviewedAt }: SubmissionRow): Promise<AppError> {
  const user = reviewedBy
    ? await tx.selectFrom("users").selectAll().where("id", "=", reviewedBy).executeTakeFirst()
    : undefined;
  const by = user ? ` by ${nameOf(user)}` : "";
  return new AppError("conflict", `This submission was ${status} already${by}${moment(reviewedAt)}.`);
}

async function changedMeanwhile(tx: Queryable, { id, updatedAt }: SubmissionRow): Promise<AppError> {
  const last = await tx
    .selectFrom("auditLog")
    .select("userName")
    .where("subjectKind", "=", "submission")
    .where("subjectId", "=", id)
    .orderBy("rowId", "desc")
    .executeTakeFirst();
  const who = last?.userName || "Someone";
  return new AppError(
    "conflict",
    `${who} changed this submission meanwhile${moment(updatedAt)}. Nothing was overwritten; please look at it again.`,
  );
}

function moment(time: string | null): string {
  return time ? ` (${time.slice(0, 16).replace("T", " ")} UTC)` : "";
}
