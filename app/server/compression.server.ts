import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import pLimit from "p-limit";
import type { Encoding } from "~/http/encodings.server";

/** libuv runs four at once, each about a megabyte. */
const limit = pLimit(4);
/** Level 7 is nearly as small as 11 in a tenth of the time. A larger window takes eight megabytes for each answer, and makes pages no smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 16 } };

export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return limit(() => (encoding === "br" ? promisify(brotliCompress)(body, BROTLI) : promisify(gzip)(body)));
}

/** What is made while it is sent is read once: a third of the work makes it a tenth larger. */
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
