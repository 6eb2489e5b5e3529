/** Formats the log for a person at a terminal. */
import type { DestinationStream } from "pino";
import { lazyPackage } from "~/services/lazy-package.server";

const pinoPretty = lazyPackage<typeof import("pino-pretty")>("pino-pretty");

type Event = Record<string, unknown> & { msg?: string };

/** @param write Writes a text to the terminal synchronously. */
export function terminalLog(write: (text: string) => unknown): DestinationStream {
  const format = pinoPretty().prettyFactory({
    colorize: process.env.NO_COLOR === undefined,
    translateTime: "SYS:HH:MM:ss",
    singleLine: true,
  });
  return {
    write: (line) => void write(format(escapeControlCharacters(JSON.stringify(toReadableEvent(JSON.parse(line)))))),
  };
}

/** Joins the fields of an event into one sentence for a person. */
function toReadableEvent(event: Event): Event {
  const { msg, method, path, status, ms, id, link, url, workers, ...otherFields } = event;
  if (msg === "request") return { ...otherFields, msg: `${method} ${path} ${status} ${ms} ms` };
  if (msg === "listening") return { ...otherFields, msg: `listening at ${url}` };
  if (typeof link === "string") return { ...otherFields, msg: `${msg}\n\n    ${link}\n` };
  return event;
}

/** Matches characters in a JSON line that would control the terminal, such as escape sequences and changes of direction. */
const CONTROL_CHARACTERS = /\\(u00[01][0-9a-f]|[bfr])|\\.|[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function escapeControlCharacters(line: string): string {
  return line.replace(CONTROL_CHARACTERS, (sequence, escaped?: string) => {
    if (escaped) return `\\\\${escaped}`;
    return sequence.startsWith("\\") ? sequence : `\\\\u${sequence.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
