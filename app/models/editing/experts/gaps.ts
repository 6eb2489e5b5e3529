/** The gaps by which the admins' list can be filtered, in the order of the filters. */
export const GAPS = {
  incomplete: "Incomplete",
  biography: "No biography",
  portrait: "No portrait",
  licence: "Portrait without a licence",
  topic: "No topic",
  identifier: "No identifier",
  position: "Position ended",
  source: "No source",
  found: "Sources found, undecided",
  deadLink: "Dead link",
  review: "Not reviewed for a year",
  told: "Not informed yet",
} as const;

/** Limits the people that are listed for one gap; beyond it the list says "10,000 and more". */
export const MAX_PER_GAP = 10_000;

export type Gap = keyof typeof GAPS;

export function isGap(value: string | null): value is Gap {
  return value !== null && Object.hasOwn(GAPS, value);
}

/** Explanations of gaps whose names are not clear. */
export const GAP_HINTS: Partial<Record<Gap, string>> = {
  incomplete: "Without a title, contribution, biography or category.",
  licence: "Its author and licence are not recorded.",
  identifier: "Neither ORCID nor Wikidata nor OpenAlex.",
  position: "The last known position has ended, and no other follows. Historical people are left out.",
  told: "They have not been informed that they are listed, and they have not claimed the profile. Historical people are left out.",
  source: "No sentence rests on a page or work.",
  found: "Passages that may support a sentence wait for a decision.",
};
