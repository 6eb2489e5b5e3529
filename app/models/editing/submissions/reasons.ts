import { AppError } from "~/errors";

/** The most common reasons for a rejection, in the words that the sender reads. */
export const REJECTION_REASONS = {
  sources: "We found no sources for what it says. Please send it again with links to pages that say so.",
  scope: "This person's work is outside of what this directory is about.",
  listed: "This person is in the directory already. You can suggest a change on their profile.",
} as const;

/** Short names of the reasons, for a list to choose from. */
export const REASON_LABELS: Record<keyof typeof REJECTION_REASONS, string> = {
  sources: "No sources",
  scope: "Outside of our field",
  listed: "Listed already",
};

/** A rejection writes to the sender: without a reason it takes a second press. */
export const ASK_FOR_REASON = "Please choose or write a reason, or press Reject once more to send none.";

/** Throws "invalid" for a rejection without a reason, until the form comes again after this message. */
export function askForReason(fields: Record<string, unknown>): void {
  if (String(rejectionNotes(fields) ?? "").trim() || fields.withoutReason) return;
  throw new AppError("invalid", ASK_FOR_REASON, { reviewNotes: ASK_FOR_REASON });
}

/** Joins the chosen reason and the typed one. */
export function rejectionNotes(fields: Record<string, unknown>): unknown {
  const { reason, reviewNotes } = fields;
  const chosen = Object.entries(REJECTION_REASONS).find(([name]) => name === reason)?.[1];
  if (!chosen) return reviewNotes;
  return [chosen, String(reviewNotes ?? "").trim()].filter(Boolean).join("\n\n");
}
