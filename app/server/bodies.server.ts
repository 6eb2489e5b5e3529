/** Reads request bodies before the app runs, so that a slow client holds no slot. Counts only bytes that have arrived. */
import type { IncomingMessage } from "node:http";
import { PassThrough, Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Sender } from "~/auth/session.server";
import { JoinedChunks, MEGABYTE, SMALL_BODY } from "~/http/body.server";
import { Pool } from "./limiter.server";

/** The limit of bodies in bytes; endpoints have lower ones. */
const MAX_BYTES = 4.5 * MEGABYTE;
/** The limit of JSON with images as data URLs, from editors. */
const MAX_BYTES_WITH_IMAGES = 26 * MEGABYTE;
const WITH_IMAGES = /^\/api\/(admin|experts)\//;

/** The memory that bodies hold from their arrival to the end of the answer. */
const pools = {
  /** Up to SMALL_BODY, as almost every form is. */
  small: new Pool(32 * MEGABYTE),
  large: new Pool(48 * MEGABYTE),
  /** The reserve for editors if the other pools are used up. */
  editors: new Pool(64 * MEGABYTE),
};

/** Functions that abandon small bodies which are still arriving, the oldest first. */
const arrivingBodies = new Set<() => void>();

/** The time limit of a body, plus a second for each MIN_BYTES_PER_SECOND received. */
const DEADLINE_MS = 15_000;
const MIN_BYTES_PER_SECOND = 2 * 1024;
/** The number of chunks from which on their average size is checked: a chunk of one byte costs as much as one of thousands. */
const MANY_CHUNKS = 1_000;
const MIN_BYTES_PER_CHUNK = 16;
/** The time limit of a body at any speed. That of an editor's import is the listener's time-out. */
const MAX_DURATION_MS: Record<Sender, number> = {
  stranger: 60_000,
  user: 10 * 60_000,
  editor: Number.POSITIVE_INFINITY,
};
/** The limit up to which the rest of a refused body is read and dropped, so that the client receives the answer. */
const MAX_DISCARDED_BYTES = 64 * MEGABYTE;

type Problem = { problem: "tooLarge"; length: number } | { problem: "tooSlow" | "tooMany" | "aborted" };

export type Body = { bytes: Buffer; release(): void } | Problem;

export interface BodyOptions {
  path: string;
  /** The client whose share is used; null for none. */
  client: string | null;
  /** Reads the database, and is called only if needed. */
  sender: () => Promise<Sender>;
  /** Returns the holder of a share of large bodies; is called only if needed. */
  holder: () => Promise<string | null>;
}

/** Reads a body into memory. */
export async function readBody(
  incoming: IncomingMessage,
  { path, client, sender, holder }: BodyOptions,
): Promise<Body> {
  const isEditor = async () => (await sender()) === "editor";
  const isTooLarge = async (length: number) =>
    length > MAX_BYTES && !(length <= MAX_BYTES_WITH_IMAGES && WITH_IMAGES.test(path) && (await isEditor()));
  const announcedLength = Number(incoming.headers["content-length"] ?? 0);
  if (await isTooLarge(announcedLength)) return { problem: "tooLarge", length: announcedLength };
  if (incoming.destroyed) return { problem: "aborted" };

  const chunks = new JoinedChunks(announcedLength);
  const share = new MemoryShare();
  const { promise, resolve } = Promise.withResolvers<"complete" | Problem>();
  const abandon = () => {
    share.release();
    resolve({ problem: "tooMany" });
  };
  const reserve = async (bytes: number) => {
    if (bytes <= SMALL_BODY)
      return share.move(pools.small, client, bytes) || makeRoom(share, { client, bytes, giveUp: abandon });
    arrivingBodies.delete(abandon);
    return (
      share.move(pools.large, await holder(), bytes) || ((await isEditor()) && share.move(pools.editors, null, bytes))
    );
  };
  const receive = async (chunk: Buffer) => {
    const length = chunks.length + chunk.length;
    const capacity = chunks.capacityFor(chunk);
    if (capacity > chunks.capacity || length > MAX_BYTES) {
      incoming.pause();
      if (await isTooLarge(length)) return resolve({ problem: "tooLarge", length });
      if (!(await reserve(capacity))) return abandon();
      incoming.resume();
    }
    chunks.add(chunk);
  };
  const stopWatching = watchSpeed(incoming, sender, () => resolve({ problem: "tooSlow" }));
  arrivingBodies.add(abandon);
  incoming.once("error", () => resolve({ problem: "aborted" }));
  incoming.once("close", () => resolve({ problem: "aborted" }));
  incoming.once("end", () => resolve("complete"));
  incoming.on("data", receive);
  const outcome = await promise;
  stopWatching();
  arrivingBodies.delete(abandon);
  incoming.off("data", receive);
  if (outcome === "complete") return { bytes: chunks.bytes, release: () => share.release() };
  share.release();
  return outcome;
}

/** The part of a pool that a body holds until its release. */
class MemoryShare {
  #release: (() => void) | null = () => {};
  #pool: Pool | null = null;
  #bytes = 0;

  /** Reserves `bytes` in a pool instead of the present share. Returns false without room, or after `release`. */
  move(pool: Pool, client: string | null, bytes: number): boolean {
    const difference = pool === this.#pool ? bytes - this.#bytes : bytes;
    if (!this.#release || !pool.take(client, difference)) return false;
    if (pool !== this.#pool) this.#release();
    this.#pool = pool;
    this.#bytes = bytes;
    this.#release = () => pool.give(client, bytes);
    return true;
  }

  release(): void {
    this.#release?.();
    this.#release = null;
  }
}

/** Abandons the oldest arriving bodies until there is room for a client that holds nothing else. */
function makeRoom(share: MemoryShare, newcomer: { client: string | null; bytes: number; giveUp: () => void }): boolean {
  if (pools.small.usedBy(newcomer.client) + newcomer.bytes > SMALL_BODY) return false;
  for (const giveUp of arrivingBodies) {
    if (giveUp === newcomer.giveUp) return false;
    giveUp();
    if (share.move(pools.small, newcomer.client, newcomer.bytes)) return true;
  }
  return false;
}

/** Tells whether a body is streamed to the app, which writes its files to disk. Small ones are read into memory. */
export function isStreamed({ headers }: IncomingMessage): boolean {
  const isMultipart = /^multipart\//i.test(headers["content-type"] ?? "");
  return isMultipart && !(Number(headers["content-length"]) <= SMALL_BODY);
}

export interface StreamedBody {
  stream: ReadableStream;
  isTooSlow: boolean;
  /** Resolves when the body is complete or abandoned. */
  arrival: Promise<void>;
  /** Aborts the stream. */
  end(): void;
}

/** Returns the body as a stream, which fails if the body is too slow. */
export function streamBody(incoming: IncomingMessage, sender: () => Promise<Sender>): StreamedBody {
  const output = new PassThrough();
  const { promise: arrival, resolve } = Promise.withResolvers<void>();
  const abort = (reason: string) => {
    resolve();
    incoming.unpipe(output);
    output.destroy(new Error(reason));
  };
  const stopWatching = watchSpeed(incoming, sender, () => {
    streamedBody.isTooSlow = true;
    abort("The body is too slow.");
  });
  incoming.once("end", resolve);
  incoming.once("close", () => {
    if (!incoming.complete) abort("The body broke off.");
  });
  const end = () => {
    stopWatching();
    abort("The answer is made.");
  };
  const streamedBody: StreamedBody = {
    stream: Readable.toWeb(output) as ReadableStream,
    isTooSlow: false,
    arrival,
    end,
  };
  // Prevents an uncaught error if nothing reads the stream any more.
  output.on("error", () => {});
  incoming.pipe(output);
  return streamedBody;
}

/** Calls `onTooSlow` when a body falls below the minimum speed. Returns the function that stops watching. */
function watchSpeed(incoming: IncomingMessage, sender: () => Promise<Sender>, onTooSlow: () => void): () => void {
  const startedAt = performance.now();
  let [chunks, bytes, maxDuration] = [0, 0, MAX_DURATION_MS.stranger];
  const count = (chunk: Buffer) => {
    chunks++;
    bytes += chunk.length;
    if (chunks > MANY_CHUNKS && bytes < chunks * MIN_BYTES_PER_CHUNK) incoming.destroy();
  };
  const timer = setInterval(async () => {
    const elapsed = performance.now() - startedAt;
    if (elapsed >= maxDuration) maxDuration = MAX_DURATION_MS[await sender()];
    if (elapsed < Math.min(maxDuration, DEADLINE_MS + (bytes / MIN_BYTES_PER_SECOND) * 1_000)) return;
    stop();
    onTooSlow();
  }, 1_000);
  const stop = () => {
    clearInterval(timer);
    incoming.off("data", count);
  };
  incoming.on("data", count).once("end", stop).once("close", stop);
  return stop;
}

/** Reads and drops the rest of a body, because the connection's next request follows it. Disconnects a client that does not end. */
export function discardBody(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  if (incoming.complete) {
    // Drains a partly read body; Node itself discards an unread one.
    if (incoming.readableFlowing !== null) incoming.unpipe().resume();
    return;
  }
  let bytes = 0;
  incoming.unpipe();
  incoming.on("error", () => {});
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) incoming.destroy();
  });
  const disconnect = () => incoming.destroy();
  watchSpeed(incoming, async () => "user", disconnect);
  incoming.resume();
}
