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

const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|xml|[\w.+-]+\+(json|xml))|image\/svg)/;

export function isCompressible(headers: Headers): boolean {
  return COMPRESSIBLE.test(headers.get("Content-Type") ?? "") && !headers.has("Content-Encoding");
}

const known = new LRUCache<string, Encoding | "identity">({ max: 100 });

/** RFC 9110 §12.5.3: the highest weight, and brotli among equals. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  const accepted = String(header ?? "");
  const encoding = known.get(accepted) ?? preferred(accepted);
  known.set(accepted, encoding);
  return encoding === "identity" ? null : encoding;
}

function preferred(accepted: string): Encoding | "identity" {
  const negotiator: WithPreference = new Negotiator({ headers: { "accept-encoding": accepted || "identity" } });
  const encoding = negotiator.encoding(["br", "gzip", "identity"], { preferred: ["br", "gzip"] });
  return (encoding ?? "identity") as Encoding | "identity";
}

/** The types of negotiator do not know its second argument yet. */
interface WithPreference {
  encoding(available: string[], options: { preferred: string[] }): string | undefined;
}
