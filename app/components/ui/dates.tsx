import { useEffect, useState } from "react";
import { shortDay } from "~/models/base/text/days";

interface Props {
  /** ISO 8601. */
  time: string;
}

/** A day, "20 Nov 2026", in UTC. */
export function ShortDate({ time }: Props) {
  return <time dateTime={time}>{shortDay(time)}</time>;
}

/** A moment, "20 Nov 2026, 21:30 UTC"; with scripts in the reader's own zone. */
export function ShortTime({ time }: Props) {
  const [local, setLocal] = useState("");
  useEffect(() => setLocal(new Intl.DateTimeFormat("en-GB", MOMENT).format(new Date(time))), [time]);
  return <time dateTime={time}>{local || utcMoment(time)}</time>;
}

/** "20 Nov 2026, 21:30 UTC", for labels and hints. */
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

/** Shows how long ago a moment was, "3 h ago"; the moment itself is its hint. */
export function Age({ time }: Props) {
  return (
    // The server and the browser may count from different moments.
    <time dateTime={time} title={utcMoment(time)} suppressHydrationWarning>
      {ageOf(time, Date.now())}
    </time>
  );
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** "just now", "5 min ago", "3 h ago", "4 days ago", "in the future". Takes an ISO 8601 time, and now in milliseconds since 1970. */
export function ageOf(time: string, now: number): string {
  const age = now - Date.parse(time);
  if (age < -MINUTE) return "in the future";
  if (age < MINUTE) return "just now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < 48 * HOUR) return `${Math.floor(age / HOUR)} h ago`;
  return `${Math.floor(age / (24 * HOUR))} days ago`;
}
