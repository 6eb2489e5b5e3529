/** A bucket of an S3-compatible store, with path-style addresses and without conditional requests. */
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
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  key?: string;
  query?: Record<string, string>;
  path?: string; // Of the file that is sent
}

const TRIES = 3;
const FIRST_PAUSE_MS = 200;
/** Without a byte in either direction; a store may take its time to check what it was sent. */
const [SILENCE_MS, SILENCE_AFTER_FILE_MS] = [5_000, 30_000];
/** A reader may be slow. */
const SILENCE_WITHIN_ANSWER_MS = 60_000;

/** Throws AppError "unavailable" when the store is away or refuses. */
export function s3Store({ endpoint, bucket, ...credentials }: Bucket, silenceMs = SILENCE_MS): Store {
  const client = new AwsClient({ ...credentials, service: "s3" });
  const root = `${endpoint}/${bucket}`;
  const { Agent, request } = endpoint.startsWith("https:") ? https : http;
  const agent = new Agent({ keepAlive: true });

  /** null for what is not there. */
  async function call({ method, key, query, path }: Call): Promise<http.IncomingMessage | null> {
    const address = key ? `${root}/${key}` : `${root}?${new URLSearchParams(query)}`;
    const content = path ? await aboutFile(path) : { "X-Amz-Content-Sha256": EMPTY_SHA256 };
    const answer = await sendOften(async () => {
      // Signed anew for each try: signatures are for a time. Sent without fetch, which keeps a whole body in memory.
      const { headers } = await client.sign(address, { method, headers: content });
      const timeout = path ? SILENCE_AFTER_FILE_MS : silenceMs;
      return send(request(address, { method, headers: Object.fromEntries(headers), agent, timeout }), path);
    });
    const { statusCode: status = 0 } = answer;
    if (status >= 200 && status < 300) return answer;
    const code = codeIn(await text(answer).catch(() => ""));
    if (status === 404 && key && method !== "PUT" && code !== "NoSuchBucket") return null;
    throw refused({ status, code });
  }

  /** A call whose answer says nothing. */
  async function tell(about: Call): Promise<void> {
    (await call(about))?.resume();
  }

  return {
    place: root,

    async put(files) {
      const sent = await Promise.allSettled(files.map(({ key, path }) => tell({ method: "PUT", key, path })));
      // Not before all are over: what was sent can be removed then.
      for (const one of sent) if (one.status === "rejected") throw one.reason;
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
      await tell({ method: "DELETE", key });
    },

    async *list(prefix) {
      for (let token: string | undefined, isLast = false; !isLast; ) {
        const query = { "list-type": "2", prefix, ...(token && { "continuation-token": token }) };
        const answer = (await call({ method: "GET", query })) as http.IncomingMessage;
        const page = await text(contentOf(answer));
        // Anything else would read as a store without files.
        if (!/<ListBucketResult[\s>]/.test(page)) throw refused({ status: answer.statusCode, code: "NoList" });
        const keys = Array.from(page.matchAll(/<Key>([^<]*)<\/Key>/g), ([, key]) => key as string);
        if (keys.length) yield keys;
        token = /<NextContinuationToken>([^<]+)</.exec(page)?.[1];
        isLast = !token;
      }
    },
  };
}

/** Throws "unavailable" also when an answer breaks off, which its length shows. */
async function* contentOf(answer: http.IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* answer;
  } catch (error) {
    throw refused({ err: error as Error });
  }
}

function bytesOf(answer: http.IncomingMessage): number {
  const { "content-length": bytes } = answer.headers;
  if (bytes !== undefined) return Number(bytes);
  answer.destroy();
  throw refused({ status: answer.statusCode, code: "NoLength" });
}

/** Tries again, with growing pauses, after no answer, 5xx and 429. */
async function sendOften(attempt: () => Promise<http.IncomingMessage>): Promise<http.IncomingMessage> {
  for (let tries = 1; ; tries++) {
    const answer = await attempt().catch((error: Error) => error);
    if (answer instanceof Error) {
      if (tries === TRIES) throw refused({ err: answer });
    } else {
      const { statusCode: status = 0 } = answer;
      if (status < 500 && status !== 429) return answer;
      if (tries === TRIES) throw refused({ status, code: codeIn(await text(answer).catch(() => "")) });
      answer.resume();
    }
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** tries * Math.random()));
  }
}

async function send(request: http.ClientRequest, path?: string): Promise<http.IncomingMessage> {
  const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", (response) => {
      request.setTimeout(SILENCE_WITHIN_ANSWER_MS);
      resolve(response);
    });
    request.on("error", reject);
    request.once("timeout", () => request.destroy(new Error("the store fell silent")));
  });
  if (!path) request.end();
  // A store that refuses early closes the connection: its answer counts.
  else await Promise.race([pipeline(createReadStream(path), request), answer]);
  return answer;
}

async function aboutFile(path: string): Promise<Record<string, string>> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return { "X-Amz-Content-Sha256": hash.digest("hex"), "Content-Length": String((await stat(path)).size) };
}

const EMPTY_SHA256 = createHash("sha256").digest("hex");

function codeIn(problem: string): string | undefined {
  return /<Code>([\w.]{1,100})<\/Code>/.exec(problem)?.[1];
}

function refused(reason: { status?: number; code?: string; err?: Error }): AppError {
  log.error(reason, "the store of files cannot be used");
  return new AppError("unavailable", AWAY, undefined, 10);
}

const AWAY = "The images and files of this site cannot be reached. Nothing was changed; please try again in a moment.";
