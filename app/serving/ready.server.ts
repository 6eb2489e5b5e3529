/**
 * Answers that are ready: status line, headers and body in one piece, so that sending one is a single write. For what is asked
 * for most, writing out the same headers again and again would cost more than everything else together.
 */
import { STATUS_CODES } from "node:http";
import type { Exchange } from "./exchanges.server";

/** An answer that can be sent many times. */
export interface Ready {
  status: number;
  /** Names and values in turn, without Date and what belongs to the connection. */
  headers: string[];
  /** Status line, headers and body, as they are sent. */
  whole: Buffer;
  /** The body, within `whole`. */
  body: Buffer;
  /** `whole` as text where there is no body: node:http sends that with less work. */
  text: string | null;
  /** Where the value of Date stands in `whole`, and which it is. */
  dateAt: number;
  date: string;
}

/** @param headers names and values in turn, complete but for Date and what belongs to the connection. */
export function makeReady(status: number, headers: string[], body: Buffer): Ready {
  const date = dateNow();
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`;
  head += "Date: ";
  const dateAt = head.length;
  head += `${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head, "latin1"), body]);
  const text = body.length === 0 ? head : null;
  return { status, headers, whole, body: whole.subarray(head.length), text, dateAt, date };
}

/** What node:http keeps of an answer whose head is written, under these names in all versions this runs with (package.json). */
interface Head {
  _header: string | null;
  _headerSent: boolean;
}

/** Sends an answer; HEAD gets its headers only. */
export function sendReady({ incoming, outgoing }: Exchange, ready: Ready): void {
  const { status, headers, body } = ready;
  const isUsual = incoming.method === "GET" && incoming.httpVersionMinor === 1 && outgoing.shouldKeepAlive;
  const head = outgoing as unknown as Head;
  if (!isUsual || head._header !== null || head._headerSent !== false) {
    outgoing.writeHead(status, headers).end(incoming.method === "HEAD" ? undefined : body);
    return;
  }
  bringUpToDate(ready);
  outgoing.statusCode = status;
  if (ready.text !== null) head._header = ready.text;
  else {
    head._header = "written";
    head._headerSent = true;
    // Past the answer, which would send two pieces together: it takes its turn among those that the connection waits for.
    if (!outgoing.socket?.writable) return void outgoing.end(ready.whole);
    outgoing.socket.write(ready.whole);
  }
  outgoing.end();
}

/** The date is written over the former one: an answer that is still on its way is then at worst of a later second. */
function bringUpToDate(ready: Ready): void {
  const date = dateNow();
  if (ready.date === date) return;
  ready.date = date;
  ready.whole.write(date, ready.dateAt, "latin1");
  if (ready.text !== null) ready.text = ready.whole.toString("latin1");
}

/** For how long a connection is kept for the next request. */
export const KEEP_ALIVE_SECONDS = 10;

/** The time as HTTP writes it (RFC 9110 §5.6.7), written out once a second. */
function dateNow(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== last.second) last = { second, text: new Date(second * 1000).toUTCString() };
  return last.text;
}
let last = { second: 0, text: "" };
