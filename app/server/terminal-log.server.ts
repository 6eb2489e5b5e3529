/** The log as a person reads it at a terminal. */
import type { DestinationStream } from "pino";
import { onUse } from "~/services/on-use.server";

const pinoPretty = onUse<typeof import("pino-pretty")>("pino-pretty");

type Event = Record<string, unknown> & { msg?: string };

/** @param write Writes a text to a terminal at once. */
export function terminalLog(write: (text: string) => unknown): DestinationStream {
  const format = pinoPretty().prettyFactory({
    colorize: process.env.NO_COLOR === undefined,
    translateTime: "SYS:HH:MM:ss",
    singleLine: true,
  });
  return { write: (line) => void write(format(visible(JSON.stringify(readable(JSON.parse(line)))))) };
}

/** Joins the fields of an event into one sentence for a person. */
function readable(event: Event): Event {
  const { msg, method, path, status, ms, id, link, url, workers, ...rest } = event;
  if (msg === "request") return { ...rest, msg: `${method} ${path} ${status} ${ms} ms` };
  if (msg === "listening") return { ...rest, msg: `listening at ${url}` };
  if (typeof link === "string") return { ...rest, msg: `${msg}\n\n    ${link}\n` };
  return event;
}

/** Characters that would act on the terminal, in the text of a JSON line: they are shown by their numbers. */
const ACTING = /\\(u00[01][0-9a-f]|[bfr])|\\.|[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function visible(line: string): string {
  return line.replace(ACTING, (sequence, escaped?: string) => {
    if (escaped) return `\\\\${escaped}`;
    return sequence.startsWith("\\") ? sequence : `\\\\u${sequence.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
