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

let lines = "";
let isTimed = false;
/** To write a few lines beside the work takes as long as to write many. */
const MOST_TOGETHER = 64 * 1024;
const HANDED_ON_AFTER_MS = 50;

function write(line: string): void {
  if (!isTimed) setTimeout(handOnInTime, HANDED_ON_AFTER_MS).unref();
  isTimed = true;
  lines += line;
  if (lines.length > MOST_TOGETHER) handOn();
}

function handOnInTime(): void {
  isTimed = false;
  handOn();
}

function handOn(): void {
  if (lines === "" || isClosed) return;
  // Its types know of texts only.
  destination.write(Buffer.from(lines) as unknown as string);
  lines = "";
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

/** The line of a request, in the same form: written by hand, because it is the only one that every hot page pays for. */
export function logRequest({ id, method, path, status, ms }: RequestLine): void {
  if (!log.isLevelEnabled("info")) return;
  write(
    `{"level":"info","time":"${now()}","id":"${id}","method":"${method}","path":${quoted(path)},"status":${status},"ms":${ms},"msg":"request"}\n`,
  );
}

/** A path as JSON; a crowd asks for the same one. */
function quoted(path: string): string {
  if (path !== lastPath.path) lastPath = { path, json: JSON.stringify(path) };
  return lastPath.json;
}
let lastPath = { path: "", json: '""' };

/** The time as ISO 8601, written out once for all lines of the same millisecond. */
function now(): string {
  const time = Date.now();
  if (time !== last.time) last = { time, text: new Date(time).toISOString() };
  return last.text;
}
let last = { time: 0, text: "" };
