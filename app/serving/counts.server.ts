/** What this process has done since it started: what /metrics tells of it. */

const CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;

const answers = CLASSES.map(() => 0);

/** Since the start of this process. */
export const counts = {
  /** Answers by the class of their status; "4xx" has those as well whose reader went away. */
  get requests() {
    return Object.fromEntries(CLASSES.map((name, at) => [name, answers[at]])) as Record<
      (typeof CLASSES)[number],
      number
    >;
  },
  /** Time that all of them took together. */
  milliseconds: 0,
  /** Answers from the kept documents, and documents that were made. */
  documentHits: 0,
  documentsMade: 0,
};

/** Counts an answer that was sent, or whose reader went away. */
export function countRequest(status: number, ms: number): void {
  const at = Math.floor(status / 100) - 1;
  if (at in answers) (answers[at] as number)++;
  counts.milliseconds += ms;
}
