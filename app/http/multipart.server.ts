/** Files stream to disk, so that memory stays bounded. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { BusboyFileStream } from "@fastify/busboy";
import { AppError } from "~/errors";
import { diskFaultOf } from "~/services/disk-faults.server";
import { onUse } from "~/services/on-use.server";
import { type SentFile, withIncoming } from "~/services/storage.server";

const busboy = onUse<typeof import("@fastify/busboy")>("@fastify/busboy");

export interface MultipartLimits {
  files: number;
  fileBytes: number;
  textBytes: number;
}

export interface Sent {
  texts: [name: string, value: string][];
  files: SentFile[];
}

/** In bytes: the rest of a large file that is read and dropped, so that the client receives the answer. */
const PATIENCE = 64 * 1024 * 1024;

/** Runs `work` on a form and deletes its files. Throws "unsupported", "invalid", "tooLarge"; marks a too large file. */
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
    // A part without a name belongs to no field.
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
    // A disk error ends parsing, which reports it.
    saved.catch((error) => parser.destroy(error));
    writing.push(saved);
  });

  try {
    await pipeline(Readable.fromWeb((request.body ?? new Blob([]).stream()) as ReadableStream), atMost(most), parser);
    sent.files = (await Promise.all(writing)).filter((file) => file !== null);
  } catch (error) {
    // The parser does not close an interrupted file.
    for (const stream of streams) stream.destroy();
    await Promise.allSettled(writing);
    if (error instanceof AppError || diskFaultOf(error)) throw error;
    throw new AppError("invalid", "The form did not arrive completely. Please send it again.");
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
  const { Busboy } = busboy();
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
