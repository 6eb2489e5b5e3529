/** A bucket of an S3-compatible store, with path-style addresses and without conditional requests. */
import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { pipeline, Readable, Transform } from "node:stream";
import type { ReadableStream } from "node:stream/web";
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
const ANSWER_WITHIN_MS = 5_000;
/** The slowest that a file may be taken, in bytes per millisecond. */
const SLOWEST = 100;
const IDLE_MS = 15_000;

/** Throws AppError "unavailable" when the store is away or refuses. */
export function s3Store({ endpoint, bucket, ...credentials }: Bucket): Store {
  const client = new AwsClient({ ...credentials, service: "s3" });
  const root = `${endpoint}/${bucket}`;

  async function call({ method, key, query, path }: Call): Promise<Response | null> {
    const address = key ? `${root}/${key}` : `${root}?${new URLSearchParams(query)}`;
    const body = path ? await openAsBlob(path) : undefined;
    const headers = { "X-Amz-Content-Sha256": path ? await sha256Of(path) : EMPTY_SHA256 };
    const timeoutMs = ANSWER_WITHIN_MS + (body?.size ?? 0) / SLOWEST;
    const response = await sendOften(
      async (signal) => fetch(await client.sign(address, { method, headers, body, redirect: "manual" }), { signal }),
      timeoutMs,
    );
    if (response.ok) return response;
    const problem = await response.text().catch(() => "");
    const code = /<Code>([\w.]{1,100})<\/Code>/.exec(problem)?.[1];
    if (response.status === 404 && code !== "NoSuchBucket") return null;
    throw refused({ status: response.status, code });
  }

  return {
    place: `${endpoint}/${bucket}`,

    async put(files) {
      await Promise.all(files.map(({ key, path }) => call({ method: "PUT", key, path })));
    },

    async get(key) {
      const response = await call({ method: "GET", key });
      if (!response?.body) return null;
      const body = Readable.fromWeb(response.body as ReadableStream);
      return { bytes: Number(response.headers.get("Content-Length")), stream: neverIdle(body) };
    },

    async head(key) {
      const response = await call({ method: "HEAD", key });
      if (!response) return null;
      const time = (name: string) => Date.parse(response.headers.get(name) ?? "");
      return { bytes: Number(response.headers.get("Content-Length")), ageMs: time("Date") - time("Last-Modified") };
    },

    async remove(key) {
      await call({ method: "DELETE", key });
    },

    async *list(prefix) {
      for (let token: string | undefined, isLast = false; !isLast; ) {
        const query = { "list-type": "2", prefix, ...(token && { "continuation-token": token }) };
        const page = await (await call({ method: "GET", query }))?.text();
        const keys = Array.from(page?.matchAll(/<Key>([^<]*)<\/Key>/g) ?? [], ([, key]) => key as string);
        if (keys.length) yield keys;
        token = /<NextContinuationToken>([^<]+)</.exec(page ?? "")?.[1];
        isLast = !token;
      }
    },
  };
}

type Send = (signal: AbortSignal) => Promise<Response>;

/** Tries again, with growing pauses, after no answer, 5xx and 429. */
async function sendOften(send: Send, timeoutMs: number): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await sendOnce(send, timeoutMs).catch((error: Error) => error);
    if (answer instanceof Response && answer.status < 500 && answer.status !== 429) return answer;
    if (attempt === TRIES) throw refused(answer instanceof Response ? { status: answer.status } : { err: answer });
    if (answer instanceof Response) await answer.body?.cancel().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt * Math.random()));
  }
}

async function sendOnce(send: Send, timeoutMs: number): Promise<Response> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Error("no answer in time")), timeoutMs);
  try {
    return await send(stop.signal);
  } finally {
    clearTimeout(timer);
  }
}

function refused(reason: { status?: number; code?: string; err?: Error }): AppError {
  log.error(reason, "the store of files cannot be used");
  return new AppError("unavailable", AWAY, undefined, 10);
}

const AWAY = "The images and files of this site cannot be reached. Nothing was changed; please try again in a moment.";

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

const EMPTY_SHA256 = createHash("sha256").digest("hex");

/** Ends a stream with an error when its source falls silent. */
function neverIdle(source: Readable): Readable {
  const passed = new Transform({
    transform(chunk, _encoding, done) {
      timer.refresh();
      done(null, chunk);
    },
  });
  const timer = setTimeout(() => source.destroy(new Error("the store fell silent")), IDLE_MS);
  pipeline(source, passed, () => clearTimeout(timer));
  return passed;
}
