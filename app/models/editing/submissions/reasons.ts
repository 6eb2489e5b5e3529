/** Why submissions are rejected most often, in the words that the sender reads. */
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

/** What is sent: the chosen reason, then what was typed. */
export function rejectionNotes(fields: Record<string, unknown>): unknown {
  const { reason, reviewNotes } = fields;
  const chosen = Object.entries(REJECTION_REASONS).find(([name]) => name === reason)?.[1];
  if (!chosen) return reviewNotes;
  return [chosen, String(reviewNotes ?? "").trim()].filter(Boolean).join("\n\n");
}
