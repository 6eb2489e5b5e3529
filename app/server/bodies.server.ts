/** Reads bodies before the app runs, so that a slow client holds no slot. Only bytes that have arrived count. */
import type { IncomingMessage } from "node:http";
import { PassThrough, Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Sender } from "~/auth/session.server";
import { JoinedChunks, MEGABYTE, SMALL_BODY } from "~/http/body.server";
import { Pool } from "./limiter.server";

/** Most bytes of texts; endpoints have lower limits of their own. */
const MAX_BYTES = 4.5 * MEGABYTE;
/** Most bytes of JSON with images as data URLs, from editors. */
const MAX_BYTES_WITH_IMAGES = 26 * MEGABYTE;
const WITH_IMAGES = /^\/api\/(admin|experts)\//;

/** Held from arrival to the end of the answer. */
const pools = {
  /** Up to SMALL_BODY, as almost every form is. */
  small: new Pool(32 * MEGABYTE),
  large: new Pool(48 * MEGABYTE),
  /** A reserve for editors who find the others used up. */
  editors: new Pool(64 * MEGABYTE),
};

/** Small bodies that have not arrived completely, the oldest first. */
const arriving = new Set<() => void>();

/** Plus a second per MIN_BYTES_PER_SECOND received. */
const DEADLINE_MS = 15_000;
const MIN_BYTES_PER_SECOND = 2 * 1024;
/** The number of chunks that counts as many: reading one of a byte costs as much as one of thousands. */
const MANY_CHUNKS = 1_000;
const MIN_BYTES_PER_CHUNK = 16;
/** However fast. An editor's import ends with the listener's time-out. */
const LONGEST_MS: Record<Sender, number> = { stranger: 60_000, user: 10 * 60_000, editor: Number.POSITIVE_INFINITY };
/** The rest of a large body is read and dropped up to this, so that the client receives the answer. */
const MAX_DISCARDED_BYTES = 64 * MEGABYTE;

type Problem = { problem: "tooLarge"; length: number } | { problem: "tooSlow" | "tooMany" | "aborted" };

export type Body = { bytes: Buffer; release(): void } | Problem;

export interface BodyOptions {
  path: string;
  /** null has no share of its own. */
  client: string | null;
  /** Called only if needed, because it reads the database. */
  sender: () => Promise<Sender>;
  /** Called as `sender`; returns the holder of a share of large bodies, which arrive slowly. */
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
  const announced = Number(incoming.headers["content-length"] ?? 0);
  if (await isTooLarge(announced)) return { problem: "tooLarge", length: announced };
  if (incoming.destroyed) return { problem: "aborted" };

  const joined = new JoinedChunks(announced);
  const share = new Share();
  const { promise, resolve } = Promise.withResolvers<"complete" | Problem>();
  const giveUp = () => {
    share.release();
    resolve({ problem: "tooMany" });
  };
  const hold = async (bytes: number) => {
    if (bytes <= SMALL_BODY)
      return share.move(pools.small, client, bytes) || makeRoom(share, { client, bytes, giveUp });
    arriving.delete(giveUp);
    return (
      share.move(pools.large, await holder(), bytes) || ((await isEditor()) && share.move(pools.editors, null, bytes))
    );
  };
  const receive = async (chunk: Buffer) => {
    const length = joined.length + chunk.length;
    const capacity = joined.capacityFor(chunk);
    if (capacity > joined.capacity || length > MAX_BYTES) {
      incoming.pause();
      if (await isTooLarge(length)) return resolve({ problem: "tooLarge", length });
      if (!(await hold(capacity))) return giveUp();
      incoming.resume();
    }
    joined.add(chunk);
  };
  const stopWatching = watchSpeed(incoming, sender, () => resolve({ problem: "tooSlow" }));
  arriving.add(giveUp);
  incoming.once("error", () => resolve({ problem: "aborted" }));
  incoming.once("close", () => resolve({ problem: "aborted" }));
  incoming.once("end", () => resolve("complete"));
  incoming.on("data", receive);
  const outcome = await promise;
  stopWatching();
  arriving.delete(giveUp);
  incoming.off("data", receive);
  if (outcome === "complete") return { bytes: joined.bytes, release: () => share.release() };
  share.release();
  return outcome;
}

/** The share of a pool that a body holds until its release. */
class Share {
  #release: (() => void) | null = () => {};
  #pool: Pool | null = null;
  #bytes = 0;

  /** Returns whether there was room for `bytes` in all; after `release` there is none. */
  move(pool: Pool, client: string | null, bytes: number): boolean {
    const more = pool === this.#pool ? bytes - this.#bytes : bytes;
    if (!this.#release || !pool.take(client, more)) return false;
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

/** Makes room for a client that holds nothing else: the bodies that have been arriving longest give way. */
function makeRoom(share: Share, newcomer: { client: string | null; bytes: number; giveUp: () => void }): boolean {
  if (pools.small.usedBy(newcomer.client) + newcomer.bytes > SMALL_BODY) return false;
  for (const giveUp of arriving) {
    if (giveUp === newcomer.giveUp) return false;
    giveUp();
    if (share.move(pools.small, newcomer.client, newcomer.bytes)) return true;
  }
  return false;
}

/** Tells whether a body streams to the app, which writes its files to disk. Small ones are read like any other. */
export function isStreamed({ headers }: IncomingMessage): boolean {
  const isMultipart = /^multipart\//i.test(headers["content-type"] ?? "");
  return isMultipart && !(Number(headers["content-length"]) <= SMALL_BODY);
}

export interface StreamedBody {
  stream: ReadableStream;
  isTooSlow: boolean;
  /** All of it is here, or nothing more of it is waited for. */
  arrived: Promise<void>;
  /** Ends whatever still reads it. */
  end(): void;
}

/** The body as a stream, which breaks off when it is too slow. */
export function streamBody(incoming: IncomingMessage, sender: () => Promise<Sender>): StreamedBody {
  const passed = new PassThrough();
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const breakOff = (why: string) => {
    resolve();
    incoming.unpipe(passed);
    passed.destroy(new Error(why));
  };
  const stopWatching = watchSpeed(incoming, sender, () => {
    streamed.isTooSlow = true;
    breakOff("The body is too slow.");
  });
  incoming.once("end", resolve);
  incoming.once("close", () => {
    if (!incoming.complete) breakOff("The body broke off.");
  });
  const end = () => {
    stopWatching();
    breakOff("The answer is made.");
  };
  const streamed: StreamedBody = { stream: Readable.toWeb(passed) as ReadableStream, isTooSlow: false, arrived, end };
  // Ignores errors: nobody may be reading when it breaks off.
  passed.on("error", () => {});
  incoming.pipe(passed);
  return streamed;
}

/** Gives the function that stops watching. */
function watchSpeed(incoming: IncomingMessage, sender: () => Promise<Sender>, tooSlow: () => void): () => void {
  const started = performance.now();
  let [chunks, bytes, longest] = [0, 0, LONGEST_MS.stranger];
  const count = (chunk: Buffer) => {
    chunks++;
    bytes += chunk.length;
    if (chunks > MANY_CHUNKS && bytes < chunks * MIN_BYTES_PER_CHUNK) incoming.destroy();
  };
  const timer = setInterval(async () => {
    const elapsed = performance.now() - started;
    if (elapsed >= longest) longest = LONGEST_MS[await sender()];
    if (elapsed < Math.min(longest, DEADLINE_MS + (bytes / MIN_BYTES_PER_SECOND) * 1_000)) return;
    stop();
    tooSlow();
  }, 1_000);
  const stop = () => {
    clearInterval(timer);
    incoming.off("data", count);
  };
  incoming.on("data", count).once("end", stop).once("close", stop);
  return stop;
}

/** Disconnects a client that does not end. Also of a body that is complete the rest is read: the connection's next request is behind it. */
export function discardBody(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed) return;
  if (incoming.complete) {
    // Drains the body only if somebody began to read; Node itself discards an unread one.
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
