/** Public answers by address and content version, which a database trigger raises. */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { contentVersion, engine } from "~/db.server";
import { env } from "~/env.server";
import { acceptedEncoding, type Encoding } from "~/http/encodings.server";
import { log } from "~/log.server";
import { PROGRAM } from "~/subject/names";
import type { Answer } from "./answers.server";
import { compress, compressWell, isTooSmall } from "./compression.server";
import { counters } from "./counters.server";
import type { RequestInfo } from "./incoming.server";

const MAX_BYTES = 16 * 1024 * 1024;

export interface CachedResponse {
  etag: string;
  /** The HTTP date of the answer, if any. */
  lastModified: string | null;
  /** Alternating names and values, as node:http takes them. */
  headers: string[];
  /** RFC 9110 §15.4.5. */
  notModifiedHeaders: string[];
  body: Buffer;
  /** It is as small as it gets, or that is being made. */
  isSmallest?: boolean;
}

const cache = new LRUCache<string, CachedResponse>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ body }, key) => body.length + key.length + 1_000,
});
const pending = new Map<string, Promise<CachedResponse | Answer>>();

export function cacheSize(): { entries: number; bytes: number } {
  return { entries: cache.size, bytes: cache.calculatedSize };
}

/** null for an answer that may be personal. */
export function cacheKey(
  { method, origin, path, target, cookies }: RequestInfo,
  { headers }: IncomingMessage,
): string | null {
  if (method !== "GET" || cookies || headers.authorization !== undefined || target.length > 1_000) return null;
  if (/^\/(admin|build|uploads)\b/.test(path)) return null;
  return `${env.SITE_URL ?? origin}${target} ${headers["save-data"] === "on" ? "light" : ""}`;
}

/** The most age of answers beyond the content while the database is away. */
const MAX_STALE_MS = 60_000;
const ASK_AGAIN_MS = 1_000;

interface Version {
  number: number;
  /** True while the database is away: only cached answers may be sent, with STALE_HEADER. */
  isStale: boolean;
}

let lastRead = { number: 0, at: Number.NEGATIVE_INFINITY };
let failedAt = Number.NEGATIVE_INFINITY;

/** RFC 9211. */
export const STALE_HEADER = ["Cache-Status", `${PROGRAM}; hit; detail="the database is away"`];

/** null bypasses the cache: the database has failed for longer than an answer may be stale. */
export async function currentVersion(now = Date.now()): Promise<Version | null> {
  // A database that is away can take seconds to say so.
  if (now - failedAt < ASK_AGAIN_MS && now >= failedAt) return staleVersion(now);
  try {
    lastRead = { number: await versionInRound(), at: now };
    return { number: lastRead.number, isStale: false };
  } catch (error) {
    failedAt = Date.now();
    log.error({ err: error }, "the content version cannot be read");
    return staleVersion(now);
  }
}

let reading: Promise<number> | null = null;

/**
 * Shares one look at the version among requests in one round of Node's loop: a request after the answer to a write arrives
 * in a later round.
 */
function versionInRound(): Promise<number> {
  if (reading) return reading;
  reading = contentVersion();
  setImmediate(() => {
    reading = null;
  });
  return reading;
}

/** A file that cannot be read does not come back by itself: only PostgreSQL may be waited for. */
function staleVersion(now: number): Version | null {
  const isUsable = engine.kind === "postgres" && now - lastRead.at < MAX_STALE_MS;
  return isUsable ? { number: lastRead.number, isStale: true } : null;
}

export function encodingFor({ headers }: IncomingMessage): Encoding | "identity" {
  return acceptedEncoding(headers["accept-encoding"] ?? "") ?? "identity";
}

export function cached(key: string, encoding: string): CachedResponse | undefined {
  const entry = cache.get(`${encoding} ${key}`);
  if (!entry) return undefined;
  counters.cacheHits.inc();
  if (encoding === "br" && !entry.isSmallest) makeSmaller(key, entry);
  return entry;
}

/** Compresses an entry at its second request, because it may be requested often. Others get it uncompressed meanwhile. */
function makeSmaller(key: string, entry: CachedResponse): void {
  const plain = cache.peek(`identity ${key}`);
  const making = plain && compressWell(plain.body);
  if (!making) return;
  entry.isSmallest = true;
  making.then(
    (body) => {
      const headers = headersWithLength(entry.headers, body);
      if (cache.peek(`br ${key}`) === entry) cache.set(`br ${key}`, { ...entry, body, headers });
    },
    (error) => log.error({ err: error }, "a cached page could not be compressed further"),
  );
}

/** Renders once for concurrent requests and stores public answers that are whole. */
export async function renderCached(
  key: string,
  encoding: Encoding | "identity",
  render: () => Promise<Answer>,
): Promise<CachedResponse | Answer> {
  const plain = cached(key, "identity") ?? (await renderOnce(key, render));
  if (!isCached(plain) || encoding === "identity" || isTooSmall(plain.body)) return plain;
  const body = await compress(plain.body, encoding);
  const entry = { ...plain, body, headers: headersWithLength([...plain.headers, "Content-Encoding", encoding], body) };
  if (env.DOCUMENT_CACHE) cache.set(`${encoding} ${key}`, entry);
  return entry;
}

async function renderOnce(key: string, render: () => Promise<Answer>): Promise<CachedResponse | Answer> {
  const running = pending.get(key);
  if (running) {
    const shared = await running;
    // Renders again if the answer is not cached: it belongs to one reader, and only one can read a stream.
    return isCached(shared) ? shared : render();
  }
  const rendering = render().then((answer) => keep(key, answer));
  pending.set(key, rendering);
  return rendering.finally(() => pending.delete(key));
}

export function isCached(answer: CachedResponse | Answer): answer is CachedResponse {
  return "etag" in answer;
}

function keep(key: string, answer: Answer): CachedResponse | Answer {
  const { headers, body } = answer;
  // Leaves compressed answers alone, which are not for everybody.
  if (!Buffer.isBuffer(body) || !isPublic(answer) || headers.has("Content-Encoding")) return answer;
  const etag = headers.get("ETag") ?? `W/"${createHash("sha1").update(body).digest("base64url")}"`;
  headers.set("ETag", etag);
  headers.append("Vary", "Accept-Encoding");
  counters.cacheMisses.inc();
  const entry = {
    etag,
    lastModified: headers.get("Last-Modified"),
    headers: headersWithLength([...headers].flat(), body),
    notModifiedHeaders: [...headers].filter(([name]) => NOT_MODIFIED.has(name)).flat(),
    body,
  };
  if (env.DOCUMENT_CACHE) cache.set(`identity ${key}`, entry);
  return entry;
}

const NOT_MODIFIED = new Set(["access-control-allow-origin", "cache-control", "etag", "last-modified", "vary"]);

function isPublic({ status, headers }: Answer): boolean {
  return status === 200 && (headers.get("Cache-Control") ?? "").startsWith("public") && !headers.has("Set-Cookie");
}

function headersWithLength(headers: string[], body: Buffer): string[] {
  const rest = headers.filter((_, at) => headers[at - (at % 2)]?.toLowerCase() !== "content-length");
  return [...rest, "Content-Length", String(body.length)];
}
