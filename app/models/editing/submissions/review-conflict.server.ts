import type { Queryable, SubmissionRow } from "~/db.server";
import { AppError } from "~/errors";
import { nameOf } from "~/models/base/audit/audit.server";
import { toIso } from "~/stored-times";
import { findSubmission, readSuggestion, type Suggestion, throwMissing } from "./review-record.server";

/**
 * Returns the suggestion that was read before the transaction, or reads it again if the submission or profile changed
 * since. Throws the errors of `openSubmission`.
 */
export async function openSuggestion(
  tx: Queryable,
  suggestion: Suggestion,
  expectedUpdatedAt: string | undefined,
): Promise<Suggestion> {
  const { row, target } = suggestion;
  const currentRow = await tx
    .selectFrom("submissions")
    .leftJoin("experts", "experts.rowId", "submissions.changesExpertRowId")
    .select(["submissions.id", "submissions.status", "submissions.updatedAt", "reviewedBy", "submissions.reviewedAt"])
    .select("experts.updatedAt as targetUpdatedAt")
    .where("submissions.rowId", "=", row.rowId)
    .executeTakeFirst();
  if (!currentRow) return throwMissing();
  await requireOpen(tx, currentRow, expectedUpdatedAt);
  const isUnchanged =
    currentRow.updatedAt === row.updatedAt && currentRow.targetUpdatedAt === (target?.updatedAt ?? null);
  return isUnchanged ? suggestion : readSuggestion(row.id, tx);
}

/** Returns a waiting submission that is unchanged since `expectedUpdatedAt`. Throws "missing"; "conflict" with the other editor's name. */
export async function openSubmission(
  tx: Queryable,
  id: string,
  expectedUpdatedAt: string | undefined,
): Promise<SubmissionRow> {
  const row = await findSubmission(id, tx);
  await requireOpen(tx, row, expectedUpdatedAt);
  return row;
}

type SubmissionState = Pick<SubmissionRow, "id" | "status" | "updatedAt" | "reviewedBy" | "reviewedAt">;

async function requireOpen(
  tx: Queryable,
  state: SubmissionState,
  expectedUpdatedAt: string | undefined,
): Promise<void> {
  if (state.status !== "pending") throw await decidedConflict(tx, state);
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== state.updatedAt) throw await changedConflict(tx, state);
}

async function decidedConflict(tx: Queryable, { status, reviewedBy, reviewedAt }: SubmissionState): Promise<AppError> {
  const user = reviewedBy
    ? await tx.selectFrom("users").selectAll().where("id", "=", reviewedBy).executeTakeFirst()
    : undefined;
  const byEditor = user ? ` by ${nameOf(user)}` : "";
  return new AppError("conflict", `This submission was ${status} already${byEditor}${timePhrase(reviewedAt)}.`);
}

/** The most time between a change and its entry in the log. */
const SAME_CHANGE_MS = 1_000;

async function changedConflict(tx: Queryable, { id, updatedAt }: SubmissionState): Promise<AppError> {
  // Ignores earlier entries: the sender may have made the last change, which the log does not have.
  const entry = await tx
    .selectFrom("auditLog")
    .select("userName")
    .where("subjectKind", "=", "submission")
    .where("subjectId", "=", id)
    .where("at", ">=", toIso(Date.parse(updatedAt) - SAME_CHANGE_MS))
    .orderBy("rowId")
    .executeTakeFirst();
  const editorName = entry?.userName || "Someone";
  return new AppError(
    "conflict",
    `${editorName} changed this submission meanwhile${timePhrase(updatedAt)}. Nothing was overwritten; please look at it again.`,
  );
}

function timePhrase(time: string | null): string {
  return time ? ` (${time.slice(0, 16).replace("T", " ")} UTC)` : "";
}
