/** Stores files in a bucket of an S3-compatible service, with path-style addresses and without conditional requests. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import * as http from "node:http";
import * as https from "node:https";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import type { Store } from "./store.server";

export interface Bucket {
  endpoint: string; // Without a slash at the end
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

interface Call {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  key?: string;
  query?: Record<string, string>;
  part?: FilePart; // The body, from a file
  body?: string;
}

/** A file or a part of it, from byte `start` to byte `end`, inclusive. */
interface FilePart {
  path: string;
  start: number;
  end: number;
}

/** One request may put 5 GB; an upload may have 10,000 parts: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const PART_BYTES = 512 * 1024 * 1024;

const UPLOAD_ID = /<UploadId>([^<]+)<\/UploadId>/;
const ETAG = /<ETag>([^<]+)<\/ETag>/;
const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 200;
/** Time-outs in milliseconds without a byte in either direction; a service may take longer to check a file. */
const [SILENCE_MS, SILENCE_AFTER_FILE_MS] = [5_000, 30_000];
/** The time-out while an answer is read, which is longer, because readers may be slow. */
const SILENCE_WITHIN_ANSWER_MS = 60_000;

/** Returns a store in a bucket. Its calls throw "unavailable" with the cause if the service fails or refuses. The options are for tests. */
export function s3Store(
  { endpoint, bucket, ...credentials }: Bucket,
  { silenceMs = SILENCE_MS, partBytes = PART_BYTES } = {},
): Store {
  const client = new AwsClient({ ...credentials, service: "s3" });
  const root = `${endpoint}/${bucket}`;
  const { Agent, request } = endpoint.startsWith("https:") ? https : http;
  const agent = new Agent({ keepAlive: true });

  /** Returns null for a missing file. */
  async function call({ method, key, query, part, body }: Call): Promise<http.IncomingMessage | null> {
    const address = `${key ? `${root}/${key}` : root}${query ? `?${new URLSearchParams(query)}` : ""}`;
    const contentHeaders = part ? await headersOfPart(part) : headersOfText(body);
    const answer = await sendWithRetries(async () => {
      // Signs each try, because signatures expire. Avoids fetch, which would hold the whole body in memory.
      const { headers } = await client.sign(address, { method, headers: contentHeaders });
      const timeout = part || body ? SILENCE_AFTER_FILE_MS : silenceMs;
      return send(request(address, { method, headers: Object.fromEntries(headers), agent, timeout }), part ?? body);
    });
    const { statusCode: status = 0 } = answer;
    if (status >= 200 && status < 300) return answer;
    const code = codeIn(await text(answer).catch(() => ""));
    const isAbsence = status === 404 && key && method !== "PUT" && method !== "POST" && code !== "NoSuchBucket";
    if (isAbsence) return null;
    throw storeProblem({ status, code });
  }

  /** Makes a call and discards the body of its answer. */
  async function callAndDiscard(options: Call): Promise<void> {
    (await call(options))?.resume();
  }

  /** Makes a call and returns the content of an XML element in its answer. */
  async function callForElement(options: Call, element: RegExp): Promise<string> {
    const answer = (await call(options)) as http.IncomingMessage;
    const xml = await text(contentOf(answer));
    const value = element.exec(xml)?.[1];
    // A service may report a late error with status 200.
    if (!value) throw storeProblem({ status: answer.statusCode, code: codeIn(xml) ?? "NoAnswer" });
    return value.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  }

  /** Uploads a file in parts, and removes them if that fails: https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html. */
  async function putParts(key: string, parts: FilePart[]): Promise<void> {
    const uploadId = await callForElement({ method: "POST", key, query: { uploads: "" } }, UPLOAD_ID);
    try {
      let list = "";
      for (const [index, part] of parts.entries()) {
        const query = { partNumber: String(index + 1), uploadId };
        const answer = (await call({ method: "PUT", key, query, part })) as http.IncomingMessage;
        list += `<Part><PartNumber>${index + 1}</PartNumber><ETag>${answer.resume().headers.etag}</ETag></Part>`;
      }
      const body = `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`;
      await callForElement({ method: "POST", key, query: { uploadId }, body }, ETAG);
    } catch (error) {
      await callAndDiscard({ method: "DELETE", key, query: { uploadId } }).catch(() => {});
      throw error;
    }
  }

  return {
    place: root,

    async put(files) {
      const results = await Promise.allSettled(
        files.map(async ({ key, path }) => {
          const parts = uploadParts(path, (await stat(path)).size, partBytes);
          if (parts.length > 1) await putParts(key, parts);
          else await callAndDiscard({ method: "PUT", key, part: parts[0] });
        }),
      );
      // Throws only after all uploads have ended, so that the caller can remove the files.
      for (const result of results) if (result.status === "rejected") throw result.reason;
    },

    async get(key) {
      const answer = await call({ method: "GET", key });
      if (!answer) return null;
      const { "last-modified": lastModified = "" } = answer.headers;
      return { bytes: bytesOf(answer), lastModified, stream: Readable.from(contentOf(answer), { objectMode: false }) };
    },

    async head(key) {
      const answer = await call({ method: "HEAD", key });
      if (!answer) return null;
      const { "last-modified": lastModified = "", date = "" } = answer.resume().headers;
      return { bytes: bytesOf(answer), lastModified, ageMs: Date.parse(date) - Date.parse(lastModified) };
    },

    async remove(key) {
      await callAndDiscard({ method: "DELETE", key });
    },

    async *list(prefix) {
      for (let token: string | undefined, isLast = false; !isLast; ) {
        const query = { "list-type": "2", prefix, ...(token && { "continuation-token": token }) };
        const answer = (await call({ method: "GET", query })) as http.IncomingMessage;
        const page = await text(contentOf(answer));
        // Any other answer would look like an empty bucket.
        if (!/<ListBucketResult[\s>]/.test(page)) throw storeProblem({ status: answer.statusCode, code: "NoList" });
        const keys = Array.from(page.matchAll(/<Key>([^<]*)<\/Key>/g), ([, key]) => key as string);
        if (keys.length) yield keys;
        token = /<NextContinuationToken>([^<]+)</.exec(page)?.[1];
        isLast = !token;
      }
    },
  };
}

/** Yields the body. Throws "unavailable" if it breaks off. */
async function* contentOf(answer: http.IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* answer;
  } catch (error) {
    throw storeProblem({ err: error as Error });
  }
}

function bytesOf(answer: http.IncomingMessage): number {
  const { "content-length": bytes } = answer.headers;
  if (bytes !== undefined) return Number(bytes);
  answer.destroy();
  throw storeProblem({ status: answer.statusCode, code: "NoLength" });
}

/** Retries with exponential backoff after no answer, 5xx and 429. */
async function sendWithRetries(attempt: () => Promise<http.IncomingMessage>): Promise<http.IncomingMessage> {
  for (let tries = 1; ; tries++) {
    const answer = await attempt().catch((error: Error) => error);
    if (answer instanceof Error) {
      if (tries === MAX_TRIES) throw storeProblem({ err: answer });
    } else {
      const { statusCode: status = 0 } = answer;
      if (status < 500 && status !== 429) return answer;
      if (tries === MAX_TRIES) throw storeProblem({ status, code: codeIn(await text(answer).catch(() => "")) });
      answer.resume();
    }
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** tries * Math.random()));
  }
}

async function send(request: http.ClientRequest, content?: FilePart | string): Promise<http.IncomingMessage> {
  const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", (response) => {
      request.setTimeout(SILENCE_WITHIN_ANSWER_MS);
      resolve(response);
    });
    request.on("error", reject);
    request.once("timeout", () => request.destroy(new Error("the store stopped sending data")));
  });
  // Prefers the answer to a write error, because a service that refuses early closes the connection.
  if (typeof content === "object") await Promise.race([pipeline(streamOf(content), request), answer]);
  else request.end(content);
  return answer;
}

function uploadParts(path: string, bytes: number, maxPartBytes: number): FilePart[] {
  return Array.from({ length: Math.max(1, Math.ceil(bytes / maxPartBytes)) }, (_, index) => ({
    path,
    start: index * maxPartBytes,
    end: Math.min((index + 1) * maxPartBytes, bytes) - 1,
  }));
}

function streamOf({ path, start, end }: FilePart): Readable {
  return end < start ? Readable.from([]) : createReadStream(path, { start, end });
}

async function headersOfPart(part: FilePart): Promise<Record<string, string>> {
  const hash = createHash("sha256");
  for await (const chunk of streamOf(part)) hash.update(chunk);
  return { "X-Amz-Content-Sha256": hash.digest("hex"), "Content-Length": String(part.end - part.start + 1) };
}

function headersOfText(body = ""): Record<string, string> {
  const hash = createHash("sha256").update(body).digest("hex");
  return { "X-Amz-Content-Sha256": hash, ...(body && { "Content-Length": String(Buffer.byteLength(body)) }) };
}

function codeIn(problem: string): string | undefined {
  return /<Code>([\w.]{1,100})<\/Code>/.exec(problem)?.[1];
}

function storeProblem(reason: { status?: number; code?: string; err?: Error }): AppError {
  log.error(reason, "the store of files cannot be used");
  const error = new AppError("unavailable", UNAVAILABLE, undefined, 10);
  error.cause = reason;
  return error;
}

const UNAVAILABLE =
  "The images and files of this site cannot be reached. Nothing was changed; please try again in a moment.";
