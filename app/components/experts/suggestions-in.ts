import { type Offer, SHOWN, type Told } from "~/models/suggestions";

/** What a form came back with: the suggestions that stand in it, and what was said instead of one. */
export function suggestionsIn(answer: { values?: Record<string, unknown>; told?: Told | null } | undefined): {
  offers: Offer[];
  told: Told | null;
} {
  const shown = answer?.values?.[SHOWN];
  return { offers: typeof shown === "string" ? JSON.parse(shown) : [], told: answer?.told ?? null };
}
