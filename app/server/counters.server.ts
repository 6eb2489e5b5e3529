/** The numbers of this process since it started: plain ones, because most sites never ask for them (`metrics.server.ts`). */
function counter(name: string, help: string) {
  return {
    name,
    help,
    value: 0,
    inc() {
      this.value++;
    },
  };
}

export const counters = {
  refused: counter("requests_refused_total", "Requests that were refused because there were too many."),
  cacheHits: counter("document_hits_total", "Answers from finished pages and calls that are kept in memory."),
  staleHits: counter("stale_answers_total", "Answers from them while the database was away."),
  cacheMisses: counter("documents_made_total", "Pages and calls that were made to be kept."),
};

/** Answers by the class of their status, and the time that they took together. */
export const responses = { seconds: 0, classes: { "1xx": 0, "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 } };

/** "4xx" includes clients that went away. */
export function countResponse(status: number, milliseconds: number): void {
  responses.classes[`${Math.floor(status / 100)}xx` as keyof typeof responses.classes]++;
  responses.seconds += milliseconds / 1_000;
}
