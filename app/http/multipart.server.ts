/** Reads forms with files, which it streams to disk, so that memory stays bounded. */
import { randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { BusboyFileStream } from "@fastify/busboy";
import { AppError } from "~/errors";
import { diskFaultOf } from "~/services/disk-faults.server";
import { lazyPackage } from "~/services/lazy-package.server";
import { type SentFile, withIncoming } from "~/services/storage.server";

const busboy = lazyPackage<typeof import("@fastify/busboy")>("@fastify/busboy");

export interface MultipartLimits {
  files: number;
  fileBytes: number;
  textBytes: number;
}

export interface SentParts {
  texts: [name: string, value: string][];
  files: SentFile[];
}

/** The limit of bytes of a refused file that are read and dropped, so that the client receives the answer. */
const MAX_DROPPED_BYTES = 64 * 1024 * 1024;

/** The wait for the remaining texts of a refused form, which the page shows again. */
const MAX_TEXTS_WAIT_MS = 1_000;

/**
 * Runs `work` on a form and deletes its files afterwards. Marks files that are too large. Throws "unsupported", "invalid" and
 * "tooLarge" after calling `onRefusal` with the texts that had arrived.
 */
export async function withMultipart<T>(
  request: Request,
  limits: MultipartLimits,
  work: (parts: SentParts) => Promise<T>,
  onRefusal: (texts: SentParts["texts"]) => void = () => {},
): Promise<T> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) throw new AppError("unsupported", "Send this as a form with files.");
  return withIncoming(async (folder) => work(await receive(request, limits, { type, folder, onRefusal })));
}

interface Receiving {
  type: string;
  folder: string;
  onRefusal: (texts: SentParts["texts"]) => void;
}

/** Parses and drops the rest of a refused form, because an interrupted parser would wait for its files for ever. */
async function receive(
  request: Request,
  limits: MultipartLimits,
  { type, folder, onRefusal }: Receiving,
): Promise<SentParts> {
  const maxBytes = limits.files * limits.fileBytes + limits.textBytes + MAX_DROPPED_BYTES;
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBytes) throw tooMuch();

  const parts: SentParts = { texts: [], files: [] };
  const parser = makeParser(type, limits);
  let refusal: unknown = null;
  const overdueController = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const refuse = (error: unknown) => {
    if (refusal) return;
    refusal = error;
    timer = setTimeout(() => overdueController.abort(), MAX_TEXTS_WAIT_MS);
  };

  let textBytes = 0;
  parser.on("field", (name: string | undefined, value, _nameIsCut, isCut) => {
    // Ignores parts without a name.
    if (name === undefined) return;
    textBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (isCut || textBytes > limits.textBytes) refuse(tooLong());
    // Stops collecting at twice the limit: a cut text already has as much as all texts together may have.
    if (textBytes <= 2 * limits.textBytes) parts.texts.push([name, value]);
  });
  parser.on("fieldsLimit", () => refuse(tooManyFields()));
  parser.on("filesLimit", () => refuse(tooMuch(limits.files)));

  const fileWrites: Promise<SentFile | null>[] = [];
  const streams: BusboyFileStream[] = [];
  parser.on("file", (field: string | undefined, stream, name) => {
    // `save` reports errors when it reads.
    streams.push(stream.on("error", () => {}));
    const fileInfo = { field: field ?? "", name: nameOfFile(name), path: join(folder, randomUUID()) };
    const fileWrite = save(stream, fileInfo, { isRefused: () => refusal !== null, refuse });
    fileWrite.catch(() => {});
    fileWrites.push(fileWrite);
  });

  try {
    const source = Readable.fromWeb((request.body ?? new Blob([]).stream()) as ReadableStream);
    const signal = AbortSignal.any([request.signal, overdueController.signal]);
    await pipeline(source, limitBytes(maxBytes), parser, { signal });
    parts.files = (await Promise.all(fileWrites)).filter((file) => file !== null);
    if (refusal) throw refusal;
  } catch (error) {
    // Destroys the files of a broken form, which would otherwise never end.
    for (const stream of streams) stream.destroy(new Error("The form is over."));
    await Promise.allSettled(fileWrites);
    onRefusal(parts.texts);
    if (refusal) throw refusal;
    if (error instanceof AppError || diskFaultOf(error)) throw error;
    throw new AppError("invalid", "The form did not arrive completely. Please send it again.");
  } finally {
    clearTimeout(timer);
  }
  return parts;
}

/** Returns the name of a file as it was on the sender's disk: browsers send its quotation marks as %22 (https://html.spec.whatwg.org/#multipart-form-data). */
function nameOfFile(sentName = ""): string {
  return sentName.replaceAll("%22", '"');
}

const MAX_FIELDS = 1_000;

function makeParser(type: string, { files, fileBytes, textBytes }: MultipartLimits) {
  const limits = {
    files,
    fileSize: fileBytes,
    fieldSize: textBytes,
    fields: MAX_FIELDS,
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

/** Saves a file. Reads it to its end after any error, because the parser continues only then. */
async function save(
  stream: BusboyFileStream,
  fileInfo: Pick<SentFile, "field" | "name" | "path">,
  { isRefused, refuse }: { isRefused: () => boolean; refuse: (error: unknown) => void },
): Promise<SentFile | null> {
  const file = await open(fileInfo.path, "wx").catch(refuse);
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (!file || isRefused()) continue;
      await file.writeFile(chunk).catch(refuse);
      bytes += chunk.length;
    }
  } finally {
    await file?.close();
  }
  if (!fileInfo.name && bytes === 0) return null;
  return { ...fileInfo, bytes, tooLarge: stream.truncated };
}

function limitBytes(bytes: number): Transform {
  let received = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      received += chunk.byteLength;
      if (received > bytes) done(tooMuch());
      else done(null, chunk);
    },
  });
}

function tooMuch(files?: number): AppError {
  const limit = files === 1 ? ": one file" : files ? `: at most ${files} files` : "";
  return new AppError("tooLarge", `This is more than can be sent at once${limit}.`);
}

function tooManyFields(): AppError {
  return new AppError("tooLarge", `This form has more fields than can be read: at most ${MAX_FIELDS}.`);
}

function tooLong(): AppError {
  return new AppError("tooLarge", "The texts of this form are too long to be read. Please shorten what you typed.");
}
