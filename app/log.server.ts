import pino from "pino";
import { env } from "./env.server";

// Written beside the work instead of within it, and many lines at once; what waits is written when the process ends.
// A log that cannot be written, on a full disk for one, stops nothing: up to 4 MB wait for room, the rest is lost.
const destination = pino.destination({ sync: false, minLength: 8_192, periodicFlush: 50, maxLength: 4 * 1024 * 1024 });
destination.on("error", () => {});

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
  destination,
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
  destination.write(
    `{"level":"info","time":"${now()}","id":"${id}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms},"msg":"request"}\n`,
  );
}

/** The time as ISO 8601, written out once for all lines of the same millisecond. */
function now(): string {
  const time = Date.now();
  if (time !== last.time) last = { time, text: new Date(time).toISOString() };
  return last.text;
}
let last = { time: 0, text: "" };
