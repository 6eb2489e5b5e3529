import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import pLimit from "p-limit";

export type Encoding = "br" | "gzip";

/** libuv runs four at once, each about a megabyte. */
const limit = pLimit(4);
// Level 7 is nearly as small as 11 in a tenth of the time.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 18 } };

export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return limit(() => (encoding === "br" ? promisify(brotliCompress)(body, BROTLI) : promisify(gzip)(body)));
}

export function compressor(encoding: Encoding): Transform {
  return encoding === "br" ? createBrotliCompress(BROTLI) : createGzip();
}

const MIN_COMPRESSED_BYTES = 600;

export function isTooSmall(body: Buffer): boolean {
  return body.length < MIN_COMPRESSED_BYTES;
}

const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|xml|[\w.+-]+\+(json|xml))|image\/svg)/;

export function isCompressible(headers: Headers): boolean {
  return COMPRESSIBLE.test(headers.get("Content-Type") ?? "") && !headers.has("Content-Encoding");
}

/** The first is taken where a client weighs them alike. */
export const ENCODINGS: Encoding[] = ["br", "gzip"];

/** In characters: 16,000 would take 20 ms. */
const LONGEST = 500;

/** Asked for each answer, and nearly always the same. */
const known = new LRUCache<string, Encoding | "identity">({ max: 100 });

/** By weights (RFC 9110 §12.5.3); null where plain bytes are asked for, or nothing that is available. */
export function acceptedEncoding({ headers }: IncomingMessage, available = ENCODINGS): Encoding | null {
  const accepted = String(headers["accept-encoding"] ?? "");
  if (accepted.length > LONGEST) return null;
  const key = `${available} ${accepted}`;
  const encoding = known.get(key) ?? preferred(accepted, available);
  known.set(key, encoding);
  return encoding === "identity" ? null : encoding;
}

function preferred(accepted: string, available: Encoding[]): Encoding | "identity" {
  // An empty header accepts anything for negotiator.
  const negotiator: WithPreference = new Negotiator({ headers: { "accept-encoding": accepted || "identity" } });
  return (negotiator.encoding([...available, "identity"], { preferred: available }) ?? "identity") as Encoding;
}

/** The types of negotiator do not know its second argument yet. */
interface WithPreference {
  encoding(available: string[], options: { preferred: string[] }): string | undefined;
}
