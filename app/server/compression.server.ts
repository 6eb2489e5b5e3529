import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import pLimit from "p-limit";
import type { Encoding } from "~/http/encodings.server";

/** Matches libuv's four threads; each compression needs about a megabyte. */
const limit = pLimit(4);
/** Quality 7 is 10 % larger than 11, in a twentieth of the time. A larger window would take eight megabytes and make pages no smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 16 } };

export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return limit(() => (encoding === "br" ? promisify(brotliCompress)(body, BROTLI) : promisify(gzip)(body)));
}

/** The options for bodies that are sent many times: 10 % smaller, in twenty times the time, and therefore one at a time. */
const SMALLEST_BROTLI = {
  params: { ...BROTLI.params, [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
};
const oneAtATime = pLimit(1);
const MAX_WAITING = 20;
/** The limit of such a body: 100 KB take a tenth of a second. */
const MAX_SMALLEST_BYTES = 100 * 1024;

/** Compresses a body as far as possible; returns null if it is too large, or too many wait. */
export function compressWell(body: Buffer): Promise<Buffer> | null {
  if (body.length > MAX_SMALLEST_BYTES || oneAtATime.pendingCount >= MAX_WAITING) return null;
  return oneAtATime(() => promisify(brotliCompress)(body, SMALLEST_BROTLI));
}

/** The options for streamed bodies, which are sent once: 10 % larger, for a third of the work. */
const FAST_BROTLI = { params: { ...BROTLI.params, [constants.BROTLI_PARAM_QUALITY]: 4 } };

export function compressor(encoding: Encoding): Transform {
  return encoding === "br" ? createBrotliCompress(FAST_BROTLI) : createGzip();
}

const MIN_COMPRESSED_BYTES = 600;

export function isTooSmall(body: Buffer): boolean {
  return body.length < MIN_COMPRESSED_BYTES;
}

const COMPRESSIBLE = /^(text\/(?!event-stream)|application\/(json|xml|[\w.+-]+\+(json|xml))|image\/svg)/;

export function isCompressible(headers: Headers): boolean {
  return COMPRESSIBLE.test(headers.get("Content-Type") ?? "") && !headers.has("Content-Encoding");
}
