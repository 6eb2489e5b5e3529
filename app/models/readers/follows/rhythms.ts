/** Lists how often followers can get mail with news. */
export const RHYTHMS = ["daily", "weekly"] as const;

export type Rhythm = (typeof RHYTHMS)[number];

export const RHYTHM_LABELS: Record<Rhythm, string> = {
  daily: "At most once a day",
  weekly: "At most once a week",
};
