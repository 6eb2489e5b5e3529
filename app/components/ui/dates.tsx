/** A day as it is written all over the site, "20 Nov 2026", in UTC; machines read the whole time. */
export function ShortDate({ time }: { /** ISO 8601. */ time: string }) {
  return <time dateTime={time}>{DAY.format(new Date(time))}</time>;
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** A moment as the desk writes it, "20 Nov 2026, 21:30 UTC"; machines read the whole time. */
export function ShortTime({ time }: { /** ISO 8601. */ time: string }) {
  return <time dateTime={time}>{MOMENT.format(new Date(time))} UTC</time>;
}

const MOMENT = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});
