/**
 * Compares stored times with the present. A clock that was once wrong leaves times that are years ahead. A time farther
 * ahead than its rule allows is therefore ignored.
 */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The tolerated difference between the clocks of two machines of one site. */
export const CLOCKS_DIFFER_MS = 60_000;

/** Tells whether a time lies ahead, at most `maxMs`. A time farther ahead counts as past. */
export function isAhead(time: number, maxMs: number, now = Date.now()): boolean {
  return time > now && time <= now + maxMs + CLOCKS_DIFFER_MS;
}

/** Tells whether a time lies within the last `ms`. A time in the future does not. */
export function isWithin(time: number, ms: number, now = Date.now()): boolean {
  return time > now - ms && time <= now + CLOCKS_DIFFER_MS;
}

/** Returns the bounds of `isAhead` for queries: later than `after`, and not later than `until`. */
export function ahead(maxMs: number, now = Date.now()): { after: string; until: string } {
  return { after: toIso(now), until: toIso(now + maxMs + CLOCKS_DIFFER_MS) };
}

/** Returns the bounds of `isWithin` for queries: later than `after`, and not later than `until`. */
export function within(ms: number, now = Date.now()): { after: string; until: string } {
  return { after: toIso(now - ms), until: toIso(now + CLOCKS_DIFFER_MS) };
}

/** Returns the milliseconds since a time, at least 0. */
export function since(time: number, now = Date.now()): number {
  return Math.max(0, now - time);
}

/**
 * Returns the time of a change that follows one at `previous`: now, or a millisecond later than `previous` if the clock has not
 * advanced. Ignores a `previous` that a wrong clock set far ahead. Both are ISO 8601.
 */
export function timeAfter(previous: string, now = Date.now()): string {
  const nextTime = Date.parse(previous) + 1;
  return toIso(nextTime <= now + CLOCKS_DIFFER_MS ? Math.max(now, nextTime) : now);
}

/** Returns a time in milliseconds as ISO 8601, as all times are stored. */
export function toIso(time: number): string {
  return new Date(time).toISOString();
}
