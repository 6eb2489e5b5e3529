/** Lists how often editors and admins get mails about waiting work. */
export const FREQUENCIES = ["now", "daily", "weekly", "never"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const FREQUENCY_LABELS: Record<Frequency, string> = {
  now: "At once",
  daily: "Once a day",
  weekly: "Once a week",
  never: "Never",
};
