/** A day as it is written all over the site, "20 Nov 2026", in UTC; machines read the whole time. */
export function ShortDate({ time }: { /** ISO 8601. */ time: string }) {
  return <time dateTime={time}>{DAY.format(new Date(time))}</time>;
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
