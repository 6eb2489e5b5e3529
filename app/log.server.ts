import pino from "pino";
import { env } from "./env.server";

/** One JSON line an event, on standard output. Values are escaped by JSON, so no input can forge a line. */
export const log = pino({
  level: env.NODE_ENV === "test" ? "silent" : env.LOG_LEVEL,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: {
    paths: ["password", "token", "cookie", "authorization", "*.password", "*.token", "*.cookie", "*.authorization"],
    censor: "[redacted]",
  },
});
