/** Files that only this process sees: their names are removed at once, so none is left behind however it ends. */
import { close, createReadStream, createWriteStream, open, unlink } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
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

/** Writes the parts of a text. Throws what the disk or the maker of the parts says. */
export async function temporaryFile(parts: AsyncIterable<string>): Promise<TemporaryFile> {
  const path = join(env.DATA_DIR, `.temporary-${newSecret()}`);
  const fd = await promisify(open)(path, "wx+", 0o600);
  let users = 1;
  const leave = () => {
    users--;
    if (users === 0) close(fd, () => {});
  };
  try {
    await promisify(unlink)(path);
    const bytes = { plain: 0, gzip: 0 };
    const written = createWriteStream("", { fd, autoClose: false });
    const counted = async function* () {
      for await (const part of parts) {
        bytes.plain += Buffer.byteLength(part);
        yield part;
      }
    };
    await pipeline(Readable.from(counted(), { objectMode: false }), createGzip(), written);
    bytes.gzip = written.bytesWritten;
    const read = (as: "plain" | "gzip") => {
      users++;
      const file = createReadStream("", { fd, start: 0, autoClose: false }).once("close", leave);
      if (as === "gzip") return file;
      const plain = createGunzip();
      // What goes wrong is told to whoever reads `plain`.
      pipeline(file, plain).catch(() => {});
      return plain;
    };
    return { bytes, read, discard: leave };
  } catch (error) {
    leave();
    throw error;
  }
}
