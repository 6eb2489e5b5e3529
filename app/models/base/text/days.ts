const DAY_FORMAT = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** Formats a time (ISO 8601) as a day in UTC: "20 Nov 2026". */
export function shortDay(time: string): string {
  return DAY_FORMAT.format(new Date(time));
}
