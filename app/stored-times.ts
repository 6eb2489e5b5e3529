/**
 * Stored times against the present. A clock that was wrong once leaves times behind that are years ahead: each is believed for as
 * long as its own rule lasts, and not longer.
 */

/** The most difference between the clocks of two machines of one site. */
export const CLOCKS_DIFFER_MS = 60_000;

/** Tells whether a time that was set `longestMs` ahead at the most is still to come. One farther ahead is none. */
export function isAhead(time: number, longestMs: number, now = Date.now()): boolean {
  return time > now && time <= now + longestMs + CLOCKS_DIFFER_MS;
}

/** Tells whether a time lies in the last `ms`. One of the future does not. */
export function isWithin(time: number, ms: number, now = Date.now()): boolean {
  return time > now - ms && time <= now + CLOCKS_DIFFER_MS;
}

/** Returns the bounds for queries: a time is ahead, as `isAhead` says, if it is after `after` and not after `until`. */
export function ahead(longestMs: number, now = Date.now()): { after: string; until: string } {
  return { after: iso(now), until: iso(now + longestMs + CLOCKS_DIFFER_MS) };
}

/**
 * Returns the bounds for queries: a time is within the last `ms`, as `isWithin` says, if it is after `after` and not after
 * `until`.
 */
export function within(ms: number, now = Date.now()): { after: string; until: string } {
  return { after: iso(now - ms), until: iso(now + CLOCKS_DIFFER_MS) };
}

/** Milliseconds since a time, at least 0. */
export function since(time: number, now = Date.now()): number {
  return Math.max(0, now - time);
}

/**
 * A time for a change after `before`: now, unless the clock has not moved on. One that lies farther ahead, of a clock that was wrong,
 * is left behind. Both ISO 8601.
 */
export function timeAfter(before: string, now = Date.now()): string {
  const next = Date.parse(before) + 1;
  return iso(next <= now + CLOCKS_DIFFER_MS ? Math.max(now, next) : now);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
