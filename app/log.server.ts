import pino from "pino";
import { env } from "./env.server";

/** Lines that cannot be written at once wait in memory, at most so many bytes; more are dropped. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
const FLUSH_EVERY_MS = 100;

const level = env.NODE_ENV === "test" ? "silent" : env.LOG_LEVEL;

/** A silent log writes nothing: not even the nothing that pino writes ten times a second while no line waits. */
const destination = level === "silent" ? { write() {} } : process.stdout.isTTY ? await forPerson() : forProgram();

/** Writes lines in groups, beside the work; pino writes waiting ones when the process ends. */
function forProgram(): pino.DestinationStream {
  const output = pino.destination({
    sync: false,
    minLength: 8 * 1024,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
  });
  // A log that cannot be written, such as on a full disk, stops nothing.
  output.on("error", () => {});
  return output;
}

/** Loaded only at a terminal. */
async function forPerson(): Promise<pino.DestinationStream> {
  const { terminalLog } = await import("./server/terminal-log.server");
  return terminalLog((text) => process.stdout.write(text));
}

/**
 * One JSON line an event, on standard output; at a terminal, lines to read. Values are escaped by JSON, so no input can
 * forge a line.
 */
export const log = pino(
  {
    level,
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

/** Logs requests: the line has five fields without secrets, so nothing is searched in it. */
export const requestLog = log.child({}, { redact: [] });
