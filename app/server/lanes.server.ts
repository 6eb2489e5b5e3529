import type { Sender } from "~/auth/session.server";
import { waitForOwnTurn } from "~/services/event-loop.server";
import type { LargeSlotKind } from "./answers.server";
import { type RequestInfo, readsWithPost } from "./incoming.server";
import { ConcurrencyLimiter } from "./limiter.server";

const MAX_WAIT_MS = 10_000;

const limiters = {
  /** Reads and pages; more of them at once would only delay each. */
  read: new ConcurrencyLimiter({ running: 8, queued: 500, maxWaitMs: MAX_WAIT_MS }),
  /** Writes, and reads that wait for password hashing, providers or other servers. */
  write: new ConcurrencyLimiter({ running: 100, queued: 300, maxWaitMs: MAX_WAIT_MS }),
  /** Large multipart bodies, which hold their slot while they arrive. */
  upload: new ConcurrencyLimiter({ running: 40, queued: 100, maxWaitMs: MAX_WAIT_MS }),
  /** Uploads of strangers, which are refused after they are read. */
  uploadOfStrangers: new ConcurrencyLimiter({ running: 10, queued: 20, maxWaitMs: MAX_WAIT_MS }),
  /** Large answers, until their last byte is sent. */
  large: new ConcurrencyLimiter({ running: 4, queued: 60, maxWaitMs: MAX_WAIT_MS }),
  largeOfEditors: new ConcurrencyLimiter({ running: 4, queued: 20, maxWaitMs: MAX_WAIT_MS }),
  /** Answers to admins with all data of the site, until the last byte is sent. */
  everything: new ConcurrencyLimiter({ running: 2, queued: 60, maxWaitMs: MAX_WAIT_MS }),
  /** The reserve for editors if the other slots are taken. */
  editor: new ConcurrencyLimiter({ running: 50, queued: 200, maxWaitMs: MAX_WAIT_MS }),
};

/** Matches reads that wait for image processing, other servers or the dataset. */
const SLOW_READS = /^\/(admin|api\/admin|api\/auth\/(google|orcid)|api\/dataset)\b|\/share\.png$/;

export interface SlotRequester {
  client: string | null;
  sender: () => Promise<Sender>;
  /** Returns the account that holds a share of arriving bodies, or a stranger's network. */
  holder: () => Promise<string | null>;
  /** Aborts when the client has left. */
  signal: AbortSignal;
}

type QueuedRequester = Omit<SlotRequester, "holder">;

/** Waits for a slot; editors have a reserve. Returns the function that releases it, or null if none is free in time. */
export async function acquireSlot(
  request: RequestInfo,
  { isUpload, ...requester }: SlotRequester & { isUpload: boolean },
): Promise<(() => void) | null> {
  if (isUpload) return acquireUploadSlot(requester);
  const limiter = limiterFor(request);
  return limiter ? acquireFrom(limiter, limiters.editor, requester) : () => {};
}

async function acquireUploadSlot(requester: SlotRequester): Promise<(() => void) | null> {
  const { upload, uploadOfStrangers, editor } = limiters;
  const limiter = (await requester.sender()) === "stranger" ? uploadOfStrangers : upload;
  return acquireFrom(limiter, editor, { ...requester, client: await requester.holder() });
}

/** Works as `acquireSlot`, for sending a large answer. */
export function acquireLargeSlot(kind: LargeSlotKind, requester: QueuedRequester): Promise<(() => void) | null> {
  const { everything, large, largeOfEditors } = limiters;
  return kind === "everything"
    ? acquireFrom(everything, everything, requester)
    : acquireFrom(large, largeOfEditors, requester);
}

async function acquireFrom(
  limiter: ConcurrencyLimiter,
  reserve: ConcurrencyLimiter,
  { client, sender, signal }: QueuedRequester,
): Promise<(() => void) | null> {
  const release = limiter.tryAcquire(client) ?? (await queueFor(limiter, reserve, { client, sender, signal }));
  if (!release) return null;
  // SQLite reads are synchronous: requests that arrive together would otherwise all run before any other work.
  await waitForOwnTurn();
  if (!signal.aborted) return release;
  release();
  return null;
}

async function queueFor(
  limiter: ConcurrencyLimiter,
  reserve: ConcurrencyLimiter,
  { client, sender, signal }: QueuedRequester,
) {
  return (await sender()) === "editor" ? reserve.acquire(null, signal) : limiter.acquire(client, signal);
}

/** Returns the limiter of a request; null for health checks and metrics, which have no limit. */
function limiterFor({ method, path }: RequestInfo): ConcurrencyLimiter | null {
  if (/^\/(healthz|metrics)$/.test(path)) return null;
  if (readsWithPost(path)) return limiters.read;
  return method === "GET" && !SLOW_READS.test(path) ? limiters.read : limiters.write;
}

export function limiterCounts(): { running: number; queued: number } {
  const counts = Object.values(limiters).map((limiter) => limiter.counts);
  return {
    running: counts.reduce((sum, { running }) => sum + running, 0),
    queued: counts.reduce((sum, { queued }) => sum + queued, 0),
  };
}
