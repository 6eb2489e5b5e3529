/** Bodies are read before the app runs, so that a slow client blocks no other. */
import type { IncomingMessage } from "node:http";
import { ByteBudget } from "./limiter.server";

const MEGABYTE = 1024 * 1024;
/** Endpoints have lower limits of their own. */
const MAX_BYTES = 4.5 * MEGABYTE;
/** For JSON with images as data URLs. */
const MAX_BYTES_WITH_IMAGES = 26 * MEGABYTE;
const WITH_IMAGES = /^\/api\/(admin|experts)\//;
/** Held from arrival to the end of the answer. */
const budget = new ByteBudget({ bytes: 128 * MEGABYTE, bytesPerClient: 52 * MEGABYTE });
/** For admins once the budget is used up. */
const reserve = new ByteBudget({ bytes: 52 * MEGABYTE, bytesPerClient: 52 * MEGABYTE });

/** Plus a second per MIN_BYTES_PER_SECOND received. */
const DEADLINE_MS = 15_000;
const MIN_BYTES_PER_SECOND = 2 * 1024;
/** The rest of a large body is read and dropped up to this, so that the client receives the answer. */
const MAX_DISCARDED_BYTES = 64 * MEGABYTE;

type Problem = { problem: "tooLarge"; length: number } | { problem: "tooSlow" | "tooMany" | "aborted" };

export type Body = { bytes: Buffer; release(): void } | Problem;

/** Calls `isAdmin` only when the budget is used up. */
export async function readBody(
  incoming: IncomingMessage,
  client: string | null,
  isAdmin: () => Promise<boolean>,
): Promise<Body> {
  const announced = Number(incoming.headers["content-length"] ?? 0);
  const maxBytes = WITH_IMAGES.test(incoming.url ?? "") ? MAX_BYTES_WITH_IMAGES : MAX_BYTES;
  if (announced > maxBytes) return { problem: "tooLarge", length: announced };
  let source = budget;
  let held = 0;
  const release = () => {
    source.give(client, held);
    held = 0;
  };
  const hold = async (bytes: number): Promise<boolean> => {
    const more = bytes - held;
    if (more <= 0) return true;
    if (!source.take(client, more)) {
      if (source === reserve || !(await isAdmin()) || !reserve.take(client, bytes)) return false;
      release();
      source = reserve;
    }
    held = bytes;
    return true;
  };
  const outcome = await collect(incoming, { announced, maxBytes }, hold);
  if (!("bytes" in outcome)) release();
  return "bytes" in outcome ? { ...outcome, release } : outcome;
}

function collect(
  incoming: IncomingMessage,
  { announced, maxBytes }: { announced: number; maxBytes: number },
  hold: (bytes: number) => Promise<boolean>,
): Promise<{ bytes: Buffer } | Problem> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (outcome: { bytes: Buffer } | Problem) => {
      stopWatching();
      incoming.removeAllListeners("data");
      resolve(outcome);
    };
    const stopWatching = watchSpeed(incoming, () => finish({ problem: "tooSlow" }));
    const receive = async (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) return finish({ problem: "tooLarge", length });
      chunks.push(chunk);
      incoming.pause();
      if (await hold(length)) incoming.resume();
      else finish({ problem: "tooMany" });
    };
    incoming.once("error", () => finish({ problem: "aborted" }));
    incoming.once("close", () => finish({ problem: "aborted" }));
    incoming.once("end", () => finish({ bytes: Buffer.concat(chunks) }));
    hold(announced).then((isHeld) => {
      if (isHeld) incoming.on("data", receive);
      else finish({ problem: "tooMany" });
    });
  });
}

/** Gives the function that stops watching. */
export function watchSpeed(incoming: IncomingMessage, tooSlow: () => void): () => void {
  const started = performance.now();
  const before = incoming.socket.bytesRead;
  const timer = setInterval(() => {
    const seconds = (incoming.socket.bytesRead - before) / MIN_BYTES_PER_SECOND;
    if (performance.now() - started > DEADLINE_MS + seconds * 1_000) tooSlow();
  }, 1_000);
  const stop = () => clearInterval(timer);
  incoming.once("end", stop).once("close", stop);
  return stop;
}

/** Disconnects a client that does not end. */
export function discardBody(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  let bytes = 0;
  incoming.on("error", () => {});
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) incoming.destroy();
  });
  incoming.resume();
}
