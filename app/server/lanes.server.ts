import type { Sender } from "~/auth/session.server";
import { ownTurn } from "~/turns.server";
import type { LargeTurn } from "./answers.server";
import { type RequestInfo, readsByPost } from "./incoming.server";
import { ConcurrencyLimiter } from "./limiter.server";

const MAX_WAIT_MS = 10_000;

const limiters = {
  /** More concurrency would only delay each page. */
  read: new ConcurrencyLimiter({ running: 8, queued: 500, maxWaitMs: MAX_WAIT_MS }),
  /** Writes wait for password hashing, providers and other servers. */
  write: new ConcurrencyLimiter({ running: 100, queued: 300, maxWaitMs: MAX_WAIT_MS }),
  /** Large multipart bodies stream to disk, and hold their slot while they arrive. */
  upload: new ConcurrencyLimiter({ running: 40, queued: 100, maxWaitMs: MAX_WAIT_MS }),
  /** Nobody stores a stranger's file: these requests are refused after they were read. */
  uploadOfStrangers: new ConcurrencyLimiter({ running: 10, queued: 20, maxWaitMs: MAX_WAIT_MS }),
  /** Large answers, to their last byte. */
  large: new ConcurrencyLimiter({ running: 4, queued: 60, maxWaitMs: MAX_WAIT_MS }),
  largeOfEditors: new ConcurrencyLimiter({ running: 4, queued: 20, maxWaitMs: MAX_WAIT_MS }),
  /** All that the site has, to the last byte; for admins. */
  everything: new ConcurrencyLimiter({ running: 2, queued: 60, maxWaitMs: MAX_WAIT_MS }),
  /** The reserve for editors. */
  editor: new ConcurrencyLimiter({ running: 50, queued: 200, maxWaitMs: MAX_WAIT_MS }),
};

/** Reads that wait for image processing, for other servers, or for a dataset that is made for all who ask. */
const SLOW_READS = /^\/(admin|api\/admin|api\/auth\/(google|orcid)|api\/dataset)\b|\/share\.png$/;

export interface Taker {
  client: string | null;
  sender: () => Promise<Sender>;
  /**
   * Returns the holder of a share of arriving bodies: an account, which may have many networks, or a stranger's network.
   */
  holder: () => Promise<string | null>;
  /** Aborts when the client has left. */
  signal: AbortSignal;
}

type Waiting = Omit<Taker, "holder">;

/** Waits for a slot; editors have a reserve. Returns the function that ends the turn, or null. */
export async function acquireSlot(
  request: RequestInfo,
  { isUpload, ...taker }: Taker & { isUpload: boolean },
): Promise<(() => void) | null> {
  if (isUpload) return acquireUploadSlot(taker);
  const limiter = limiterFor(request);
  return limiter ? acquireFrom(limiter, limiters.editor, taker) : () => {};
}

async function acquireUploadSlot(taker: Taker): Promise<(() => void) | null> {
  const { upload, uploadOfStrangers, editor } = limiters;
  const limiter = (await taker.sender()) === "stranger" ? uploadOfStrangers : upload;
  return acquireFrom(limiter, editor, { ...taker, client: await taker.holder() });
}

/** Works as `acquireSlot`, for sending a large answer. */
export function acquireLargeSlot(of: LargeTurn, taker: Waiting): Promise<(() => void) | null> {
  const { everything, large, largeOfEditors } = limiters;
  return of === "everything" ? acquireFrom(everything, everything, taker) : acquireFrom(large, largeOfEditors, taker);
}

async function acquireFrom(
  limiter: ConcurrencyLimiter,
  reserve: ConcurrencyLimiter,
  { client, sender, signal }: Waiting,
): Promise<(() => void) | null> {
  const release = limiter.tryAcquire(client) ?? (await queueFor(limiter, reserve, { client, sender, signal }));
  if (!release) return null;
  // A read of SQLite waits for nothing: all that arrive together would be worked off before anything else has a turn.
  await ownTurn();
  if (!signal.aborted) return release;
  release();
  return null;
}

async function queueFor(limiter: ConcurrencyLimiter, reserve: ConcurrencyLimiter, { client, sender, signal }: Waiting) {
  return (await sender()) === "editor" ? reserve.acquire(null, signal) : limiter.acquire(client, signal);
}

/** null for health checks and metrics, which have no limit. */
function limiterFor({ method, path }: RequestInfo): ConcurrencyLimiter | null {
  if (/^\/(healthz|metrics)$/.test(path)) return null;
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
