import { z } from "zod";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { diskFaultOf, diskProblem } from "~/services/disk-faults.server";
import { approveSuggestion, DecisionInput, type Origins, rejectSubmission } from "./decide.server";
import { lossesIn, MAX_AT_ONCE, type Review, reviewFor } from "./review.server";
import { readSuggestion, type Suggestion } from "./review-record.server";
import { undoDecision } from "./undo.server";

export const BulkInput = z.object({
  decision: z.enum(["approve", "reject", "undo"], "Choose approve, reject or undo."),
  ids: z
    .array(z.string("Send the ids as texts."), "Select at least one submission.")
    .transform((ids) => [...new Set(ids)])
    .pipe(
      z
        .array(z.string())
        .min(1, "Select at least one submission.")
        .max(MAX_AT_ONCE, `Select at most ${MAX_AT_ONCE} submissions.`),
    ),
  reviewNotes: z.string("This must be a text.").optional(),
  updatedAt: z.record(z.string(), z.string()).optional(),
});
type BulkInput = z.output<typeof BulkInput>;

export interface BulkResult {
  done: string[];
  /** The submissions that stay undecided, each with the reason. */
  refused: { id: string; message: string }[];
}

/** Approves, rejects or undoes up to 50 submissions, each in its own transaction. Throws "invalid". */
export async function decideMany(
  editor: Editor,
  input: unknown,
  origins: Pick<Origins, "linkOrigin">,
): Promise<BulkResult> {
  const { ids, ...decision } = parse(BulkInput, input);
  const result: BulkResult = { done: [], refused: [] };
  // Undoes in reverse order, so that the latest decision about a profile is undone first.
  for (const id of decision.decision === "undo" ? ids.reverse() : ids) {
    try {
      await decideSubmission(editor, id, decision, origins);
      result.done.push(id);
    } catch (error) {
      const fault = diskFaultOf(error);
      // Reports the decisions that were made before a disk fault, so that editors know of them.
      if (error instanceof AppError) result.refused.push({ id, message: reasonOf(error) });
      else if (fault && result.done.length > 0) result.refused.push({ id, message: diskProblem(fault).message });
      else throw error;
    }
  }
  return result;
}

async function decideSubmission(
  editor: Editor,
  id: string,
  { decision, reviewNotes, updatedAt }: Omit<BulkInput, "ids">,
  origins: Pick<Origins, "linkOrigin">,
): Promise<void> {
  if (decision === "undo") await undoDecision(editor, id, { updatedAt: updatedAt?.[id] });
  else {
    const input = { reviewNotes, updatedAt: updatedAt?.[id], confirmed: "" };
    if (decision === "reject") await rejectSubmission(editor, id, input, origins);
    else await approveChecked(editor, await readSuggestion(id), input, origins);
  }
}

/** Approves a submission if the checks find no duplicate and no loss. Refuses if it changed after the checks. */
async function approveChecked(
  editor: Editor,
  suggestion: Suggestion,
  input: { reviewNotes: string | undefined; updatedAt: string | undefined; confirmed: string },
  origins: Pick<Origins, "linkOrigin">,
): Promise<void> {
  const review = await reviewFor(editor, suggestion);
  stopAtDuplicates(review);
  stopAtLosses(review);
  const { row, target } = suggestion;
  const times = { updatedAt: input.updatedAt ?? row.updatedAt, expertUpdatedAt: target?.updatedAt };
  await approveSuggestion(editor, suggestion, parse(DecisionInput, { ...input, ...times }), origins);
}

/** Throws "conflict" for a possible duplicate, because selecting a row in a list does not decide whether two people are the same. */
function stopAtDuplicates({ submission, duplicates }: Review): void {
  if (submission.status !== "pending" || duplicates.length === 0) return;
  const names = duplicates.map(({ name }) => name).join(" or ");
  throw new AppError("conflict", `It may be ${names}, who is listed already. Open it to decide.`);
}

/** Throws "conflict" if approval would replace something, because an editor has to see and confirm that. */
function stopAtLosses(review: Review): void {
  const losses = lossesIn(review);
  if (losses) throw new AppError("conflict", `It would not only add to the profile. ${losses} Open it to decide.`);
}

function reasonOf({ message, fieldErrors }: AppError): string {
  return fieldErrors?.confirmed ? "It has no category or no link. Open it to publish it anyway." : message;
}
