export const counters = {
  /** By status class; "4xx" includes disconnected clients. */
  responses: { "1xx": 0, "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 } as Record<string, number>,
  milliseconds: 0,
  cacheHits: 0,
  /** Answered from the cache while the database was away. */
  staleHits: 0,
  cacheMisses: 0,
  /** Answered 503 for overload. */
  refused: 0,
};

export function countResponse(status: number, milliseconds: number): void {
  const statusClass = `${Math.floor(status / 100)}xx`;
  if (statusClass in counters.responses) counters.responses[statusClass] = (counters.responses[statusClass] ?? 0) + 1;
  counters.milliseconds += milliseconds;
}
