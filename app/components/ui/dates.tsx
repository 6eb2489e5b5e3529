import { useEffect, useState } from "react";
import { shortDay } from "~/models/base/text/days";
import { HOUR_MS, MINUTE_MS } from "~/stored-times";

interface Props {
  /** An ISO 8601 time. */
  time: string;
}

/** Shows a day in UTC, such as "20 Nov 2026". */
export function ShortDate({ time }: Props) {
  return <time dateTime={time}>{shortDay(time)}</time>;
}

/** Shows a time, such as "20 Nov 2026, 21:30 UTC". With scripts it is in the reader's time zone. */
export function ShortTime({ time }: Props) {
  const [localTime, setLocalTime] = useState("");
  useEffect(() => setLocalTime(new Intl.DateTimeFormat("en-GB", MOMENT).format(new Date(time))), [time]);
  return <time dateTime={time}>{localTime || utcMoment(time)}</time>;
}

/** Returns a time such as "20 Nov 2026, 21:30 UTC", for labels and hints. */
export function utcMoment(time: string): string {
  return `${UTC_MOMENT.format(new Date(time))} UTC`;
}

const MOMENT: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
};
const UTC_MOMENT = new Intl.DateTimeFormat("en-GB", { ...MOMENT, timeZone: "UTC" });

/** Shows how long ago a time was, such as "3 h ago", with the time itself as its tooltip. */
export function Age({ time }: Props) {
  return (
    // The server and the browser render at different times.
    <time dateTime={time} title={utcMoment(time)} suppressHydrationWarning>
      {ageOf(time, Date.now())}
    </time>
  );
}

/** Returns "just now", "5 min ago", "3 h ago", "4 days ago" or "in the future". `now` is in milliseconds since 1970. */
export function ageOf(time: string, now: number): string {
  const age = now - Date.parse(time);
  if (age < -MINUTE_MS) return "in the future";
  if (age < MINUTE_MS) return "just now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  if (age < 48 * HOUR_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  return `${Math.floor(age / (24 * HOUR_MS))} days ago`;
}
