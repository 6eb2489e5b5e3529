import pino from "pino";
import { env } from "./env.server";

/** The limit of waiting lines in memory, in bytes. Lines beyond it are dropped. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
const FLUSH_EVERY_MS = 100;

const level = env.NODE_ENV === "test" ? "silent" : env.LOG_LEVEL;

/** Discards a silent log here, because pino would flush an empty buffer ten times a second. */
const destination =
  level === "silent" ? { write() {} } : process.stdout.isTTY ? await openTerminalLog() : openJsonLog();

/** Writes lines in batches, asynchronously. Pino flushes the waiting lines when the process ends. */
function openJsonLog(): pino.DestinationStream {
  const output = pino.destination({
    sync: false,
    minLength: 8 * 1024,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
  });
  // Ignores errors, such as a full disk: the site must go on without its log.
  output.on("error", () => {});
  return output;
}

/** Loads the formatter for people, which only a terminal needs. */
async function openTerminalLog(): Promise<pino.DestinationStream> {
  const { terminalLog } = await import("./server/terminal-log.server");
  return terminalLog((text) => process.stdout.write(text));
}

/**
 * Writes each event as one JSON line to standard output, or as text to a terminal. JSON escapes values, so input cannot
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

/** Logs requests. Redaction is off, because their five fields contain no secrets. */
export const requestLog = log.child({}, { redact: [] });
