/** What this process has done since it started: what /metrics tells of it. */

const CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;

/** Since the start of this process. */
export const counts = {
  /** Answers by the class of their status; "4xx" has those as well whose reader went away. */
  requests: Object.fromEntries(CLASSES.map((name) => [name, 0])) as Record<(typeof CLASSES)[number], number>,
  /** Time that all of them took together. */
  milliseconds: 0,
  /** Answers from the kept documents, and documents that were made. */
  documentHits: 0,
  documentsMade: 0,
};

/** Counts an answer that was sent, or whose reader went away. */
export function countRequest(status: number, ms: number): void {
  const name = CLASSES[Math.floor(status / 100) - 1];
  if (name) counts.requests[name]++;
  counts.milliseconds += ms;
}
