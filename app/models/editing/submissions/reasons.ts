import { AppError } from "~/errors";

/** The texts of the most common reasons for a rejection, as they are sent to the submitter. */
export const REJECTION_REASONS = {
  sources: "We found no sources for what it says. Please send it again with links to pages that say so.",
  scope: "This person's work is outside of what this directory is about.",
  listed: "This person is in the directory already. You can suggest a change on their profile.",
} as const;

/** The labels of the reasons in the list of choices. */
export const REASON_LABELS: Record<keyof typeof REJECTION_REASONS, string> = {
  sources: "No sources",
  scope: "Outside of our field",
  listed: "Listed already",
};

/** Asks for a reason, because the submitter gets a mail; pressing Reject again sends none. */
export const ASK_FOR_REASON = "Please choose or write a reason, or press Reject once more to send none.";

/** Throws "invalid" for a rejection without a reason, unless the form was sent again after this message. */
export function askForReason(fields: Record<string, unknown>): void {
  if (String(rejectionNotes(fields) ?? "").trim() || fields.withoutReason) return;
  throw new AppError("invalid", ASK_FOR_REASON, { reviewNotes: ASK_FOR_REASON });
}

/** Returns the notes of a rejection: the chosen reason followed by the typed reason. */
export function rejectionNotes(fields: Record<string, unknown>): unknown {
  const { reason, reviewNotes } = fields;
  const chosenReason = Object.entries(REJECTION_REASONS).find(([name]) => name === reason)?.[1];
  if (!chosenReason) return reviewNotes;
  return [chosenReason, String(reviewNotes ?? "").trim()].filter(Boolean).join("\n\n");
}
