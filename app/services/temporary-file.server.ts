/** Files that only this process sees: their names are removed at once, so none is left behind however it ends. */
import { open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { env } from "~/env.server";
import { newSecret } from "./secrets.server";

/** A text that is kept compressed, for any number of readers. */
export interface TemporaryFile {
  /** Of the text in UTF-8, and as gzip. */
  bytes: { plain: number; gzip: number };
  /** Reads from the start; to be read to its end or destroyed. */
  read(as: "plain" | "gzip"): Readable;
  /** Frees the disk when the last reader has ended; there are no new ones. */
  discard(): void;
}

const PIECE_BYTES = 64 * 1024;

/** Writes the parts of a text. Throws what the disk or the maker of the parts says. */
export async function temporaryFile(parts: AsyncIterable<string>): Promise<TemporaryFile> {
  const path = join(env.DATA_DIR, `.temporary-${newSecret()}`);
  const handle = await open(path, "wx+", 0o600);
  let users = 1;
  const leave = () => {
    users--;
    if (users === 0) handle.close().catch(() => {});
  };
  try {
    await unlink(path);
    let plainBytes = 0;
    const counted = async function* () {
      for await (const part of parts) {
        plainBytes += Buffer.byteLength(part);
        yield part;
      }
    };
    const written = (compressed: AsyncIterable<Buffer>) => handle.writeFile(compressed);
    await pipeline(Readable.from(counted(), { objectMode: false }), createGzip(), written);
    const { size } = await handle.stat();
    // A stream of node:fs would close the file that all readers share.
    const pieces = async function* () {
      for (let position = 0; position < size; ) {
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PIECE_BYTES), { position });
        if (bytesRead === 0) throw new Error("A temporary file is shorter than it was.");
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
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
    return { bytes: { plain: plainBytes, gzip: size }, read, discard: leave };
  } catch (error) {
    leave();
    throw error;
  }
}
