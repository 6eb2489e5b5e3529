/** Files that only this process sees: their names are removed at once, so none is left behind however it ends. */
import { open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { env } from "~/env.server";
import { newSecret } from "./secrets.server";

/** A text that is kept compressed, for any number of readers, who need not wait for its end. */
export interface TemporaryFile {
  /**
   * Resolves when it is whole: bytes of the text in UTF-8, and as gzip. Rejects with the error of the disk or of the parts.
   */
  whole: Promise<{ plain: number; gzip: number }>;
  /** Reads from the start, as far as it is made and then as it grows; to be read to its end or destroyed. */
  read(as: "plain" | "gzip"): Readable;
  /** Frees the disk when it is whole and the last reader has ended; there are no new ones. */
  discard(): void;
}

const PIECE_BYTES = 64 * 1024;

/** Begins to write the parts of a text. Throws the error of the disk. */
export async function temporaryFile(parts: AsyncIterable<string>): Promise<TemporaryFile> {
  const path = join(env.DATA_DIR, `.temporary-${newSecret()}`);
  const handle = await open(path, "wx+", 0o600);
  // Counts the writer, and the caller of `read`.
  let users = 2;
  const leave = () => {
    users--;
    if (users === 0) handle.close().catch(() => {});
  };
  const size = { plain: 0, gzip: 0 };
  let grown = Promise.withResolvers<void>();
  const counted = async function* () {
    for await (const part of parts) {
      size.plain += Buffer.byteLength(part);
      yield part;
    }
  };
  const write = async (compressed: AsyncIterable<Buffer>) => {
    for await (const piece of compressed) {
      await handle.writeFile(piece);
      size.gzip += piece.length;
      grown.resolve();
      grown = Promise.withResolvers();
    }
  };
  let isWhole = false;
  const writing = async () => {
    await unlink(path);
    await pipeline(Readable.from(counted(), { objectMode: false }), createGzip(), write);
    isWhole = true;
  };
  const whole = writing()
    .then(() => size)
    .finally(leave);
  // Each reader learns of it, too.
  whole.catch(() => {});
  // A stream of node:fs would close the file that all readers share.
  const pieces = async function* () {
    for (let position = 0; ; ) {
      if (position < size.gzip) {
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PIECE_BYTES), { position });
        if (bytesRead === 0) throw new Error("A temporary file is shorter than it was.");
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else if (isWhole) return;
      else await Promise.race([grown.promise, whole]);
    }
  };
  const read = (as: "plain" | "gzip") => {
    users++;
    const file = Readable.from(pieces(), { objectMode: false }).once("close", leave);
    if (as === "gzip") return file;
    const plain = createGunzip();
    // The reader of `plain` gets the error.
    pipeline(file, plain).catch(() => {});
    return plain;
  };
  return { whole, read, discard: leave };
}
