import { z } from "zod";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { diskFaultOf, diskProblem } from "~/services/disk-faults.server";
import { approveSubmission, type Origins, rejectSubmission } from "./decide.server";
import { lossesOf, MAX_AT_ONCE, reviewOf } from "./review.server";
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
  /** Unchanged submissions with the reason. */
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
  // Undo a profile's latest decision first.
  for (const id of decision.decision === "undo" ? ids.reverse() : ids) {
    try {
      await decideOne(editor, id, decision, origins);
      result.done.push(id);
    } catch (error) {
      const fault = diskFaultOf(error);
      // What is done is told, so that nobody looks for it among what waits.
      if (error instanceof AppError) result.refused.push({ id, message: reasonOf(error) });
      else if (fault && result.done.length > 0) result.refused.push({ id, message: diskProblem(fault).message });
      else throw error;
    }
  }
  return result;
}

async function decideOne(
  editor: Editor,
  id: string,
  { decision, reviewNotes, updatedAt }: Omit<BulkInput, "ids">,
  origins: Pick<Origins, "linkOrigin">,
): Promise<void> {
  if (decision === "undo") await undoDecision(editor, id);
  else {
    if (decision === "approve") await stopAtDuplicates(editor, id);
    if (decision === "approve") await stopAtLosses(editor, id);
    const input = { reviewNotes, updatedAt: updatedAt?.[id], confirmed: "" };
    await (decision === "approve" ? approveSubmission : rejectSubmission)(editor, id, input, origins);
  }
}

/** Tells whether two entries are the same person is not decided by a tick. */
async function stopAtDuplicates(editor: Editor, id: string): Promise<void> {
  const { submission, duplicates } = await reviewOf(editor, id);
  if (submission.status !== "pending" || duplicates.length === 0) return;
  const names = duplicates.map(({ name }) => name).join(" or ");
  throw new AppError("conflict", `It may be ${names}, who is there already. Open it to decide.`);
}

/** Stops where approving would replace something: somebody has to see and tick that. */
async function stopAtLosses(editor: Editor, id: string): Promise<void> {
  const losses = await lossesOf(editor, id);
  if (losses) throw new AppError("conflict", `It would not only add to the profile. ${losses} Open it to decide.`);
}

function reasonOf({ message, fieldErrors }: AppError): string {
  return fieldErrors?.confirmed ? "It has no category or no link. Open it to publish it anyway." : message;
}
