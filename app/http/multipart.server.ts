/**
 * Forms with files, read piece by piece: texts into memory, within a limit, files onto the disk. However large a body
 * is and however slowly it comes, it takes no memory to speak of.
 */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import Busboy, { type BusboyFileStream } from "@fastify/busboy";
import { AppError } from "~/errors";
import { diskFaultOf } from "~/services/disk-faults.server";
import { type SentFile, withIncoming } from "~/services/storage.server";

export interface MultipartLimits {
  /** How many files. */
  files: number;
  /** Bytes of one file. */
  fileBytes: number;
  /** Bytes of all texts together. */
  textBytes: number;
}

export interface Sent {
  texts: [name: string, value: string][];
  files: SentFile[];
}

/** Of a file that is too large the rest is read and dropped, so that its sender hears why; up to this, in bytes. */
const PATIENCE = 64 * 1024 * 1024;

/**
 * Reads a multipart form and gives it to `work`; the files go when that is done. A file input without a file counts as
 * none.
 *
 * @throws AppError "unsupported" for another type, "invalid" for a body that is broken, "tooLarge" for too many or too
 *   long texts, too many files, or a body far above the limits. A single file above its limit is marked instead.
 */
export async function withMultipart<T>(
  request: Request,
  limits: MultipartLimits,
  work: (sent: Sent) => Promise<T>,
): Promise<T> {
  return withIncoming(async (folder) => work(await receive(request, limits, folder)));
}

async function receive(request: Request, limits: MultipartLimits, folder: string): Promise<Sent> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) throw new AppError("unsupported", "Send this as a form with files.");
  const most = limits.files * limits.fileBytes + limits.textBytes + PATIENCE;
  if (Number(request.headers.get("Content-Length") ?? 0) > most) throw tooMuch();

  const sent: Sent = { texts: [], files: [] };
  const parser = makeParser(type, limits);
  let textBytes = 0;
  parser.on("field", (name: string | undefined, value, _nameIsCut, isCut) => {
    // A part that does not say what it is called is none of the form's.
    if (name === undefined) return;
    textBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (isCut || textBytes > limits.textBytes) parser.destroy(tooMuch());
    else sent.texts.push([name, value]);
  });
  for (const event of ["partsLimit", "fieldsLimit", "filesLimit"] as const)
    parser.on(event, () => parser.destroy(tooMuch(limits.files)));

  const writing: Promise<SentFile | null>[] = [];
  const streams: BusboyFileStream[] = [];
  parser.on("file", (field: string | undefined, stream, name) => {
    streams.push(stream);
    const saved = save(stream, { field: field ?? "", name: name ?? "", path: join(folder, randomUUID()) });
    // A disk that refuses ends the reading; whoever waits for it hears of it from there.
    saved.catch((error) => parser.destroy(error));
    writing.push(saved);
  });

  try {
    await pipeline(Readable.fromWeb((request.body ?? new Blob([]).stream()) as ReadableStream), atMost(most), parser);
    sent.files = (await Promise.all(writing)).filter((file) => file !== null);
  } catch (error) {
    // The parser leaves a file that broke off open.
    for (const stream of streams) stream.destroy();
    await Promise.allSettled(writing);
    if (error instanceof AppError || diskFaultOf(error)) throw error;
    throw new AppError("invalid", "The form did not arrive whole. Please send it again.");
  }
  return sent;
}

function makeParser(type: string, { files, fileBytes, textBytes }: MultipartLimits) {
  const limits = {
    files,
    fileSize: fileBytes,
    fieldSize: textBytes,
    fields: 1_000,
    headerPairs: 50,
    headerSize: 8_192,
  };
  try {
    return new Busboy({ headers: { "content-type": type }, limits });
  } catch {
    throw new AppError("invalid", "The form could not be read.");
  }
}

async function save(
  stream: BusboyFileStream,
  about: Pick<SentFile, "field" | "name" | "path">,
): Promise<SentFile | null> {
  const file = createWriteStream(about.path, { flags: "wx" });
  await pipeline(stream, file);
  if (!about.name && file.bytesWritten === 0) return null;
  return { ...about, bytes: file.bytesWritten, tooLarge: stream.truncated };
}

function atMost(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      seen += chunk.byteLength;
      if (seen > bytes) done(tooMuch());
      else done(null, chunk);
    },
  });
}

function tooMuch(files?: number): AppError {
  const most = files === 1 ? ": one file" : files ? `: at most ${files} files` : "";
  return new AppError("tooLarge", `This is more than can be sent at once${most}.`);
}
