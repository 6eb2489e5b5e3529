const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** "20 Nov 2026", in UTC. @param time in ISO 8601. */
export function shortDay(time: string): string {
  return DAY.format(new Date(time));
}
