import type { Queryable, SubmissionRow } from "~/db.server";
import { AppError } from "~/errors";
import { nameOf } from "~/models/base/audit/audit.server";
import { findSubmission, noSubmission, readSuggestion, type Suggestion } from "./review-record.server";

/**
 * Returns what was read before the transaction, if submission and profile have their times of then, else what they are now.
 * Throws as `openSubmission`.
 */
export async function openSuggestion(
  tx: Queryable,
  read: Suggestion,
  expectedUpdatedAt: string | undefined,
): Promise<Suggestion> {
  const { row, target } = read;
  const now = await tx
    .selectFrom("submissions")
    .leftJoin("experts", "experts.rowId", "submissions.changesExpertRowId")
    .select(["submissions.id", "submissions.status", "submissions.updatedAt", "reviewedBy", "submissions.reviewedAt"])
    .select("experts.updatedAt as targetUpdatedAt")
    .where("submissions.rowId", "=", row.rowId)
    .executeTakeFirst();
  if (!now) return noSubmission();
  await refuseUnlessOpen(tx, now, expectedUpdatedAt);
  const isSameNow = now.updatedAt === row.updatedAt && now.targetUpdatedAt === (target?.updatedAt ?? null);
  return isSameNow ? read : readSuggestion(row.id, tx);
}

/** The waiting row, unchanged since `expectedUpdatedAt`. Throws "missing", or "conflict" naming the other admin. */
export async function openSubmission(
  tx: Queryable,
  id: string,
  expectedUpdatedAt: string | undefined,
): Promise<SubmissionRow> {
  const row = await findSubmission(id, tx);
  await refuseUnlessOpen(tx, row, expectedUpdatedAt);
  return row;
}

type Moment = Pick<SubmissionRow, "id" | "status" | "updatedAt" | "reviewedBy" | "reviewedAt">;

async function refuseUnlessOpen(tx: Queryable, now: Moment, expectedUpdatedAt: string | undefined): Promise<void> {
  if (now.status !== "pending") throw await decidedAlready(tx, now);
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== now.updatedAt) throw await changedMeanwhile(tx, now);
}

async function decidedAlready(tx: Queryable, { status, reviewedBy, reviewedAt }: Moment): Promise<AppError> {
  const user = reviewedBy
    ? await tx.selectFrom("users").selectAll().where("id", "=", reviewedBy).executeTakeFirst()
    : undefined;
  const by = user ? ` by ${nameOf(user)}` : "";
  return new AppError("conflict", `This submission was ${status} already${by}${moment(reviewedAt)}.`);
}

async function changedMeanwhile(tx: Queryable, { id, updatedAt }: Moment): Promise<AppError> {
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
