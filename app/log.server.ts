import pino from "pino";
import { env } from "./env.server";

// Many lines are handed on together, and written beside the work instead of within it; what waits is written when the process
// ends. A log that cannot be written, on a full disk for one, stops nothing: up to 4 MB wait for room, the rest is lost.
process.once("beforeExit", handOn);
const destination = pino.destination({ sync: false, contentMode: "buffer", maxLength: 4 * 1024 * 1024 });
destination.on("error", () => {});
let isClosed = false;
destination.once("close", () => {
  isClosed = true;
});
process.once("exit", handOnNow);

/** To write a few lines beside the work takes as long as to write many. */
const MOST_TOGETHER = 64 * 1024;
const HANDED_ON_AFTER_MS = 50;

/** Lines that wait; as bytes, which the collector of garbage has no work with. */
const waiting = Buffer.allocUnsafeSlow(MOST_TOGETHER);
let length = 0;
let isTimed = false;

function write(line: string): void {
  const bytes = Buffer.from(line);
  makeRoom(bytes.length);
  if (bytes.length > MOST_TOGETHER) handOver(bytes);
  else putBytes(bytes);
}

/** For a line that is about to be put there. */
function makeRoom(bytes: number): void {
  if (!isTimed) setTimeout(handOnInTime, HANDED_ON_AFTER_MS).unref();
  isTimed = true;
  if (bytes > MOST_TOGETHER - length) handOn();
}

function handOnInTime(): void {
  isTimed = false;
  handOn();
}

function handOn(): void {
  if (length > 0) handOver(Buffer.from(waiting.subarray(0, length)));
  length = 0;
}

function handOver(bytes: Buffer): void {
  // Its types know of texts only.
  if (!isClosed) destination.write(bytes as unknown as string);
}

function handOnNow(): void {
  try {
    handOn();
    if (!isClosed) destination.flushSync();
  } catch {
    // It cannot be written, and nobody can be told.
  }
}

const stream = { write, flushSync: handOnNow };

/** One JSON line an event, on standard output. Values are escaped by JSON, so no input can forge a line. */
export const log = pino(
  {
    level: env.NODE_ENV === "test" ? "silent" : env.LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ["password", "token", "cookie", "authorization", "*.password", "*.token", "*.cookie", "*.authorization"],
      censor: "[redacted]",
    },
  },
  stream,
);

export interface RequestLine {
  id: string;
  method: string;
  /** Without what stands behind "?", which may hold secrets. */
  path: string;
  status: number;
  ms: number;
}

/**
 * The line of a request, in the same form: written by hand, because it is the only one that every hot page pays for. A crowd asks
 * for one page, and much of it in one millisecond: what the lines share is there as bytes, and only the rest is written anew.
 */
export function logRequest({ id, method, path, status, ms }: RequestLine): void {
  if (!log.isLevelEnabled("info")) return;
  const time = Date.now();
  if (time !== now.time)
    now = { time, bytes: Buffer.from(`{"level":"info","time":"${new Date(time).toISOString()}","id":"`) };
  if (path !== asked.path || method !== asked.method || status !== asked.status) {
    const text = `","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":`;
    asked = { method, path, status, bytes: Buffer.from(text) };
  }
  makeRoom(now.bytes.length + asked.bytes.length + END.length + 100);
  putBytes(now.bytes);
  putText(id);
  putBytes(asked.bytes);
  putText(String(ms));
  putBytes(END);
}

let now = { time: 0, bytes: Buffer.alloc(0) };
let asked = { method: "", path: "", status: 0, bytes: Buffer.alloc(0) };
const END = Buffer.from(`,"msg":"request"}\n`);

function putBytes(bytes: Buffer): void {
  waiting.set(bytes, length);
  length += bytes.length;
}

/** A few characters of ASCII. */
function putText(text: string): void {
  for (let at = 0; at < text.length; at++) waiting[length++] = text.charCodeAt(at);
}
