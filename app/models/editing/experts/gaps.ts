/** The gaps of a profile, which narrow the admins' list, in the order of its filters. */
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

/** The most listed people with one gap; more are counted as so many and more. */
export const MAX_LACKING = 10_000;

export type Gap = keyof typeof GAPS;

export function isGap(value: string | null): value is Gap {
  return value !== null && Object.hasOwn(GAPS, value);
}

/** Explanations of gaps whose names are not clear. */
export const GAP_HINTS: Partial<Record<Gap, string>> = {
  incomplete: "Without a title, contribution, biography or category.",
  licence: "Who made it and under which licence is not recorded.",
  identifier: "Neither ORCID nor Wikidata nor OpenAlex.",
  position: "The last position that is known has ended, and nothing follows it. Without historical people.",
  told: "They have not been informed that they are listed, and they have not claimed the profile. Without historical people.",
  source: "No sentence rests on a page or work.",
  found: "Passages that may support a sentence wait for somebody to take or reject them.",
};
