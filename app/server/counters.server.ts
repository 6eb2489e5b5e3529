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

/** "4xx" includes clients that went away. @param path without its query. */
export function countResponse(status: number, milliseconds: number, path = ""): void {
  responses.classes[`${Math.floor(status / 100)}xx` as keyof typeof responses.classes]++;
  const seconds = milliseconds / 1_000;
  responses.seconds += seconds;
  const kind = KINDS.find(([, paths]) => paths.test(path))?.[0] ?? "page";
  const times = responseTimes[kind];
  times.seconds += seconds;
  const bucket = TIME_LIMITS.findIndex((limit) => seconds <= limit);
  times.counts[bucket < 0 ? TIME_LIMITS.length : bucket]!++;
}

/** The upper limits of the histogram's buckets, in seconds. */
export const TIME_LIMITS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The first that fits; anything else is a page. Monitors have a kind of their own, because they ask all the time. */
const KINDS = [
  ["monitor", /^\/(healthz|metrics)$/],
  ["file", /^\/(build|uploads)\/|\.(css|js|svg|png|ico|webp|jpg|woff2|txt|webmanifest)$/],
  ["call", /^\/(api|mcp)(\/|$)/],
  ["admin", /^\/admin(\/|\.|$)/],
  ["feed", /\/feed\.(xml|json)$/],
] as const;

type Kind = (typeof KINDS)[number][0] | "page";

function noTimes() {
  return { seconds: 0, counts: Array<number>(TIME_LIMITS.length + 1).fill(0) };
}

/** Times of answers by kind: the number in each bucket, and the sum. */
export const responseTimes: Record<Kind, ReturnType<typeof noTimes>> = {
  page: noTimes(),
  file: noTimes(),
  call: noTimes(),
  admin: noTimes(),
  feed: noTimes(),
  monitor: noTimes(),
};
