/** Writes temporary files without a name, so that none is left behind, however the process ends. */
import { open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { env } from "~/env.server";
import { newSecret } from "./secrets.server";

/** A compressed text for any number of readers, who may begin before it is complete. */
export interface TemporaryFile {
  /** Resolves to the size in bytes, plain and as gzip, once the text is written. Rejects with errors of the disk or the parts. */
  completed: Promise<{ plain: number; gzip: number }>;
  /** Returns a stream from the start, which follows the writing. Read it to its end, or destroy it. */
  read(format: "plain" | "gzip"): Readable;
  /** Frees the disk space once the text is written and the last reader has ended. Do not call `read` afterwards. */
  discard(): void;
}

const PIECE_BYTES = 64 * 1024;

/** Begins to write the parts of a text. Throws errors of the disk. */
export async function temporaryFile(parts: AsyncIterable<string>): Promise<TemporaryFile> {
  const path = join(env.DATA_DIR, `.temporary-${newSecret()}`);
  const handle = await open(path, "wx+", 0o600);
  // Counts the writer, the caller until `discard`, and each reader.
  let openUses = 2;
  const release = () => {
    openUses--;
    if (openUses === 0) handle.close().catch(() => {});
  };
  const bytes = { plain: 0, gzip: 0 };
  let nextPiece = Promise.withResolvers<void>();
  const countedParts = async function* () {
    for await (const part of parts) {
      bytes.plain += Buffer.byteLength(part);
      yield part;
    }
  };
  const write = async (compressedPieces: AsyncIterable<Buffer>) => {
    for await (const piece of compressedPieces) {
      await handle.writeFile(piece);
      bytes.gzip += piece.length;
      nextPiece.resolve();
      nextPiece = Promise.withResolvers();
    }
  };
  let isComplete = false;
  const writeAll = async () => {
    await unlink(path);
    await pipeline(Readable.from(countedParts(), { objectMode: false }), createGzip(), write);
    isComplete = true;
  };
  const completed = writeAll()
    .then(() => bytes)
    .finally(release);
  // Prevents an unhandled rejection; every reader gets the error, too.
  completed.catch(() => {});
  // Reads by hand, because a stream of node:fs would close the file that all readers share.
  const pieces = async function* () {
    for (let position = 0; ; ) {
      if (position < bytes.gzip) {
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PIECE_BYTES), { position });
        if (bytesRead === 0) throw new Error("A temporary file was truncated.");
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else if (isComplete) return;
      else await Promise.race([nextPiece.promise, completed]);
    }
  };
  const read = (format: "plain" | "gzip") => {
    openUses++;
    const file = Readable.from(pieces(), { objectMode: false }).once("close", release);
    if (format === "gzip") return file;
    const plainStream = createGunzip();
    // Ignores the error here: the reader of `plainStream` gets it.
    pipeline(file, plainStream).catch(() => {});
    return plainStream;
  };
  return { completed, read, discard: release };
}
