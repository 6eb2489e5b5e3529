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
