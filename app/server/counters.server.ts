/** Counts in plain numbers since the start of this process, because most sites never read metrics (`metrics.server.ts`). */
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

/** The number of answers by class of status, and their total time. */
export const responses = { seconds: 0, classes: { "1xx": 0, "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 } };

/** Counts an answer. "4xx" includes clients that disconnected. @param path The path without its query. */
export function countResponse(status: number, milliseconds: number, path = ""): void {
  responses.classes[`${Math.floor(status / 100)}xx` as keyof typeof responses.classes]++;
  const seconds = milliseconds / 1_000;
  responses.seconds += seconds;
  const kind = KIND_PATTERNS.find(([, paths]) => paths.test(path))?.[0] ?? "page";
  const times = responseTimes[kind];
  times.seconds += seconds;
  const bucket = BUCKET_LIMITS.findIndex((limit) => seconds <= limit);
  times.counts[bucket < 0 ? BUCKET_LIMITS.length : bucket]!++;
}

/** The upper limits of the histogram's buckets, in seconds. */
export const BUCKET_LIMITS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The kinds of paths; the first match counts, and any other path is a page. Monitors are separate, because they ask often. */
const KIND_PATTERNS = [
  ["monitor", /^\/(healthz|metrics)$/],
  ["file", /^\/(build|uploads)\/|\.(css|js|svg|png|ico|webp|jpg|woff2|txt|webmanifest)$/],
  ["call", /^\/(api|mcp)(\/|$)/],
  ["admin", /^\/admin(\/|\.|$)/],
  ["feed", /\/feed\.(xml|json)$/],
] as const;

type Kind = (typeof KIND_PATTERNS)[number][0] | "page";

function emptyTimes() {
  return { seconds: 0, counts: Array<number>(BUCKET_LIMITS.length + 1).fill(0) };
}

/** The histogram of times by kind: the number of answers in each bucket, and the sum in seconds. */
export const responseTimes: Record<Kind, ReturnType<typeof emptyTimes>> = {
  page: emptyTimes(),
  file: emptyTimes(),
  call: emptyTimes(),
  admin: emptyTimes(),
  feed: emptyTimes(),
  monitor: emptyTimes(),
};
