/** Caches public answers by address and content version, which database triggers raise. */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { contentVersion, engine } from "~/db.server";
import { env } from "~/env.server";
import { acceptedEncoding, type Encoding } from "~/http/encodings.server";
import { savesData } from "~/http/preferences.server";
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
  /** The headers of a 304 (RFC 9110 §15.4.5). */
  notModifiedHeaders: string[];
  body: Buffer;
  /** The smallest form is stored, or is being made. */
  isSmallest?: boolean;
}

const cache = new LRUCache<string, CachedResponse>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ body }, key) => body.length + key.length + 1_000,
});
const pendingResponses = new Map<string, Promise<CachedResponse | Answer>>();

export function cacheSize(): { entries: number; bytes: number } {
  return { entries: cache.size, bytes: cache.calculatedSize };
}

/** Returns the address part of the key; null for an answer that may be personal. */
export function cacheKey(
  { method, origin, path, target, cookies }: RequestInfo,
  { headers }: IncomingMessage,
): string | null {
  if (method !== "GET" || cookies || headers.authorization !== undefined || target.length > 1_000) return null;
  if (/^\/(admin|build|uploads)\b/.test(path)) return null;
  return `${env.SITE_URL ?? origin}${target} ${savesData(headers["save-data"]) ? "light" : ""}`;
}

/** The time for which cached answers may be sent while the database is away. */
const MAX_STALE_MS = 60_000;
const RETRY_AFTER_MS = 1_000;

interface Version {
  number: number;
  /** True while the database is away: only cached answers may be sent, with STALE_HEADER. */
  isStale: boolean;
}

let lastVersion = { number: 0, at: Number.NEGATIVE_INFINITY };
let failedAt = Number.NEGATIVE_INFINITY;

/** Marks a stale answer (RFC 9211). */
export const STALE_HEADER = ["Cache-Status", `${PROGRAM}; hit; detail="the database is away"`];

/** Returns the content version; null, which bypasses the cache, if the database has been away for too long. */
export async function currentVersion(now = Date.now()): Promise<Version | null> {
  // Waits before the next try, because a database that is away can take seconds to fail.
  if (now - failedAt < RETRY_AFTER_MS && now >= failedAt) return staleVersion(now);
  try {
    lastVersion = { number: await sharedContentVersion(), at: now };
    return { number: lastVersion.number, isStale: false };
  } catch (error) {
    failedAt = Date.now();
    log.error({ err: error }, "the content version cannot be read");
    return staleVersion(now);
  }
}

let versionRequest: Promise<number> | null = null;

/**
 * Shares one read of the version among the requests in one round of the event loop. This is safe, because a request that
 * follows the answer to a write arrives in a later round.
 */
function sharedContentVersion(): Promise<number> {
  if (versionRequest) return versionRequest;
  versionRequest = contentVersion();
  setImmediate(() => {
    versionRequest = null;
  });
  return versionRequest;
}

/** Allows stale answers only with PostgreSQL: an unreadable SQLite file does not recover by itself. */
function staleVersion(now: number): Version | null {
  const isUsable = engine.kind === "postgres" && now - lastVersion.at < MAX_STALE_MS;
  return isUsable ? { number: lastVersion.number, isStale: true } : null;
}

export function encodingFor({ headers }: IncomingMessage): Encoding | "identity" {
  return acceptedEncoding(headers["accept-encoding"] ?? "") ?? "identity";
}

export function findCached(key: string, encoding: string): CachedResponse | undefined {
  const entry = cache.get(`${encoding} ${key}`);
  if (!entry) return undefined;
  counters.cacheHits.inc();
  if (encoding === "br" && !entry.isSmallest) compressEntryFurther(key, entry);
  return entry;
}

/** Recompresses an entry at its second request, because it may be requested often. Readers get the larger form meanwhile. */
function compressEntryFurther(key: string, entry: CachedResponse): void {
  const plainEntry = cache.peek(`identity ${key}`);
  const compression = plainEntry && compressWell(plainEntry.body);
  if (!compression) return;
  entry.isSmallest = true;
  compression.then(
    (body) => {
      const headers = headersWithLength(entry.headers, body);
      if (cache.peek(`br ${key}`) === entry) cache.set(`br ${key}`, { ...entry, body, headers });
    },
    (error) => log.error({ err: error }, "a cached page could not be compressed further"),
  );
}

/** Renders once for concurrent requests, and caches public answers that are not streamed. */
export async function renderCached(
  key: string,
  encoding: Encoding | "identity",
  render: () => Promise<Answer>,
): Promise<CachedResponse | Answer> {
  const plainEntry = findCached(key, "identity") ?? (await renderOnce(key, render));
  if (!isCached(plainEntry) || encoding === "identity" || isTooSmall(plainEntry.body)) return plainEntry;
  const body = await compress(plainEntry.body, encoding);
  const entry = {
    ...plainEntry,
    body,
    headers: headersWithLength([...plainEntry.headers, "Content-Encoding", encoding], body),
  };
  if (env.DOCUMENT_CACHE) cache.set(`${encoding} ${key}`, entry);
  return entry;
}

async function renderOnce(key: string, render: () => Promise<Answer>): Promise<CachedResponse | Answer> {
  const pendingResponse = pendingResponses.get(key);
  if (pendingResponse) {
    const sharedResponse = await pendingResponse;
    // Renders again if the answer was not cached: it may be personal, or a stream, which has one reader.
    return isCached(sharedResponse) ? sharedResponse : render();
  }
  const rendering = render().then((answer) => storeAnswer(key, answer));
  pendingResponses.set(key, rendering);
  return rendering.finally(() => pendingResponses.delete(key));
}

export function isCached(answer: CachedResponse | Answer): answer is CachedResponse {
  return "etag" in answer;
}

function storeAnswer(key: string, answer: Answer): CachedResponse | Answer {
  const { headers, body } = answer;
  // Does not cache answers that are already compressed, which not all clients accept.
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
  const otherHeaders = headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== "content-length");
  return [...otherHeaders, "Content-Length", String(body.length)];
}
