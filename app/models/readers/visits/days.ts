import { DAY_MS } from "~/stored-times";

let cachedDay = { number: Number.NaN, day: "" };

/** Returns the day in UTC, YYYY-MM-DD, of a time in milliseconds since 1970. */
export function dayOf(time: number): string {
  const number = Math.floor(time / DAY_MS);
  // Caches the day, because each request asks for it.
  if (number !== cachedDay.number) cachedDay = { number, day: new Date(time).toISOString().slice(0, 10) };
  return cachedDay.day;
}

/** Returns the days from one to another, both included, in order. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) days.push(dayOf(time));
  return days;
}
