/** The last step of an answer: its tag, 304 when the reader has it already, and compression. */
import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import pLimit from "p-limit";
import { bodyOf, hasBody } from "~/whole-texts.server";

export type Encoding = "br" | "gzip";

/** Each takes a megabyte while it runs, and runs beside the rest: as many as there are threads for it (libuv). */
const compressing = pLimit(4);

/** Compresses a text. */
export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return compressing(() => compressWith[encoding](body));
}

const compressWith: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  // Level 5 is nearly as small as 11 on pages of this size, at a fiftieth of the time; a window of 256 KB holds them whole.
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_LGWIN]: 18,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
};

const TEXT = /^(text\/|application\/(json|xml|[\w.+-]+\+(json|xml))|image\/svg)/;
/** Smaller bodies do not get smaller. */
const SMALLEST = 600;

/** Whether an answer is a text that is sent as a whole; anything else (files, streams) is passed on as it is. */
export function isWholeText(response: Response): boolean {
  const { headers } = response;
  const type = headers.get("Content-Type") ?? "";
  return hasBody(response) && TEXT.test(type) && !type.startsWith("text/event-stream") && !headers.has("X-Stream");
}

/** An answer as it is sent. */
export interface Whole {
  status: number;
  headers: Headers;
  body: Buffer;
  /** Bytes of the text that was made for it, whatever of it is sent. */
  made: number;
}

/** Tags and compresses a text; null for anything else, which is passed on as it is. */
export async function encodeFor(incoming: IncomingMessage, response: Response): Promise<Whole | null> {
  if (!isWholeText(response)) return null;
  const { headers, status } = response;
  const body = await bodyOf(response);
  headers.append("Vary", "Accept-Encoding");
  if (status === 200 && !headers.get("Cache-Control")?.includes("no-store")) {
    const tag = tagOf(body);
    headers.set("ETag", tag);
    if (matches(incoming.headers["if-none-match"], tag)) {
      headers.delete("Content-Type");
      return { status: 304, headers, body: Buffer.alloc(0), made: body.length };
    }
  }
  const encoding = encodingFor(incoming, body);
  const encoded = encoding ? await compress(body, encoding) : body;
  if (encoding) headers.set("Content-Encoding", encoding);
  headers.set("Content-Length", String(encoded.length));
  return { status, headers, body: encoded, made: body.length };
}

/** A weak tag: the same for every encoding of a body. */
export function tagOf(body: Buffer): string {
  return `W/"${hash("sha1", body, "base64url")}"`;
}

/** Whether one of the tags that the reader has is this one (RFC 9110 §13.1.2, weak comparison). */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === tag) return true;
  const bare = (text: string) => text.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((one) => bare(one) === bare(tag));
}

/** How a body is sent to this reader; null: as it is. */
export function encodingFor({ headers }: IncomingMessage, body: Buffer): Encoding | null {
  const accepted = headers["accept-encoding"];
  if (accepted === undefined || body.length < SMALLEST) return null;
  const known = preferences.get(accepted);
  if (known !== undefined) return known;
  const preferred = preferredEncoding(String(accepted));
  if (preferences.size < 100) preferences.set(accepted, preferred);
  return preferred;
}

/** What was made of the few values that browsers send. */
const preferences = new Map<string | string[], Encoding | null>();

/** Brotli where it is taken, else gzip, else nothing (RFC 9110 §12.5.3; a weight of 0 is a refusal). */
function preferredEncoding(accepted: string): Encoding | null {
  const taken = new Set(
    accepted
      .toLowerCase()
      .split(",")
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(";")[0]?.trim()),
  );
  return taken.has("br") ? "br" : taken.has("gzip") ? "gzip" : null;
}
