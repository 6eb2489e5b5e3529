import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import pLimit from "p-limit";
import type { Encoding } from "~/http/encodings.server";

/** libuv runs four at once, each about a megabyte. */
const limit = pLimit(4);
/** Level 7 is a tenth larger than 11, in a twentieth of the time. A larger window takes eight megabytes for each answer, and makes pages no smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 16 } };

export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return limit(() => (encoding === "br" ? promisify(brotliCompress)(body, BROTLI) : promisify(gzip)(body)));
}

/**
 * Compresses bodies that are sent many times: a tenth smaller, in twenty times the time. One body at a time, so that others
 * need not wait.
 */
const SMALLEST_BROTLI = {
  params: { ...BROTLI.params, [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
};
const oneAtATime = pLimit(1);
const MOST_WAITING = 20;
/** Most bytes of such a body: from 100 KB on it takes a tenth of a second. */
const MAX_SMALLEST_BYTES = 100 * 1024;

/** null where too many wait already, or it is too large. */
export function compressWell(body: Buffer): Promise<Buffer> | null {
  if (body.length > MAX_SMALLEST_BYTES || oneAtATime.pendingCount >= MOST_WAITING) return null;
  return oneAtATime(() => promisify(brotliCompress)(body, SMALLEST_BROTLI));
}

/** Compresses bodies that are made while they are sent, and read once: a third of the work makes them a tenth larger. */
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
