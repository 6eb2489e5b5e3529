import { type RequestInfo, readsByPost } from "./incoming.server";
import { ConcurrencyLimiter } from "./limiter.server";

const MAX_WAIT_MS = 10_000;

export const limiters = {
  /** More concurrency would only delay each page. */
  read: new ConcurrencyLimiter({ running: 8, queued: 500, queuedPerClient: 100, maxWaitMs: MAX_WAIT_MS }),
  /** Writes wait for password hashing, providers and other servers. */
  write: new ConcurrencyLimiter({
    running: 100,
    runningPerClient: 40,
    queued: 300,
    queuedPerClient: 100,
    maxWaitMs: MAX_WAIT_MS,
  }),
  /** Multipart bodies stream to disk. */
  upload: new ConcurrencyLimiter({
    running: 40,
    runningPerClient: 20,
    queued: 100,
    queuedPerClient: 40,
    maxWaitMs: MAX_WAIT_MS,
  }),
  /** Reserved for admins. */
  admin: new ConcurrencyLimiter({ running: 50, queued: 200, queuedPerClient: 200, maxWaitMs: MAX_WAIT_MS }),
};

/** Reads that wait for image processing or other servers. */
const SLOW_READS = /^\/(admin|api\/admin|api\/auth\/google)\b|\/share\.png$/;

/** null for health checks and metrics, which have no limit. */
export function limiterFor({ method, path }: RequestInfo, isUpload: boolean): ConcurrencyLimiter | null {
  if (/^\/(healthz|metrics)$/.test(path)) return null;
  if (isUpload) return limiters.upload;
  if (readsByPost(path)) return limiters.read;
  return method === "GET" && !SLOW_READS.test(path) ? limiters.read : limiters.write;
}

export function limiterCounts(): { running: number; queued: number } {
  const counts = Object.values(limiters).map((limiter) => limiter.counts);
  return {
    running: counts.reduce((sum, { running }) => sum + running, 0),
    queued: counts.reduce((sum, { queued }) => sum + queued, 0),
  };
}
