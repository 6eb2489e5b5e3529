/** What this process has counted since it started, for /metrics. */
export const counters = {
  /** Answers by the first digit of their status; "4xx" includes clients that went away. */
  responses: { "1xx": 0, "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 } as Record<string, number>,
  milliseconds: 0,
  cacheHits: 0,
  cacheMisses: 0,
  /** Requests answered 503 because too many were under way. */
  refused: 0,
};

export function countResponse(status: number, milliseconds: number): void {
  const statusClass = `${Math.floor(status / 100)}xx`;
  if (statusClass in counters.responses) counters.responses[statusClass] = (counters.responses[statusClass] ?? 0) + 1;
  counters.milliseconds += milliseconds;
}
