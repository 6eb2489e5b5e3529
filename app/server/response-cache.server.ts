/** Public answers by address and content version, which a database trigger raises. */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { contentVersion } from "~/db.server";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { acceptedEncoding, compress, type Encoding } from "./compression.server";
import { counters } from "./counters.server";
import type { RequestInfo } from "./incoming.server";

const MAX_BYTES = 16 * 1024 * 1024;
/** Larger answers are streamed. */
const MAX_ENTRY_BYTES = 512 * 1024;
const MIN_COMPRESSED_BYTES = 600;

export interface CachedResponse {
  etag: string;
  /** Alternating names and values, as node:http takes them. */
  headers: string[];
  /** RFC 9110 §15.4.5. */
  notModifiedHeaders: string[];
  body: Buffer;
}

const cache = new LRUCache<string, CachedResponse>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ body }, key) => body.length + key.length + 1_000,
});
const pending = new Map<string, Promise<CachedResponse | Response>>();

export function cacheSize(): { entries: number; bytes: number } {
  return { entries: cache.size, bytes: cache.calculatedSize };
}

/** null for an answer that may be personal. */
export function cacheKey(
  { method, origin, target, cookies }: RequestInfo,
  { headers }: IncomingMessage,
): string | null {
  if (method !== "GET" || cookies || headers.authorization !== undefined || target.length > 1_000) return null;
  if (/^\/(admin|build|uploads)\b/.test(target) || STREAMED.test(target)) return null;
  return `${env.SITE_URL ?? origin}${target} ${headers["save-data"] === "on" ? "light" : ""}`;
}

/** Up to 1,000 experts in one answer. */
const STREAMED = /^\/api\/experts\/?(\?|$)/;

/** null bypasses the cache when the database fails. */
export async function currentVersion(): Promise<number | null> {
  try {
    return await contentVersion();
  } catch (error) {
    log.error({ err: error }, "the content version cannot be read");
    return null;
  }
}

export function encodingFor({ headers }: IncomingMessage): Encoding | "identity" {
  return acceptedEncoding(headers["accept-encoding"]) ?? "identity";
}

export function cached(key: string, encoding: string): CachedResponse | undefined {
  const found = cache.get(`${encoding} ${key}`);
  if (found) counters.cacheHits++;
  return found;
}

/** Renders once for concurrent requests and stores small public answers. */
export async function renderCached(
  key: string,
  encoding: Encoding | "identity",
  render: () => Promise<Response>,
): Promise<CachedResponse | Response> {
  const plain = cached(key, "identity") ?? (await renderOnce(key, render));
  if (plain instanceof Response || encoding === "identity" || plain.body.length < MIN_COMPRESSED_BYTES) return plain;
  const body = await compress(plain.body, encoding);
  const entry = { ...plain, body, headers: headersWithLength([...plain.headers, "Content-Encoding", encoding], body) };
  if (env.DOCUMENT_CACHE) cache.set(`${encoding} ${key}`, entry);
  return entry;
}

async function renderOnce(key: string, render: () => Promise<Response>): Promise<CachedResponse | Response> {
  const running = pending.get(key);
  if (running) {
    const shared = await running;
    // Only one reader can consume a Response body.
    return shared instanceof Response ? render() : shared;
  }
  const rendering = render().then((response) => keep(key, response));
  pending.set(key, rendering);
  return rendering.finally(() => pending.delete(key));
}

async function keep(key: string, response: Response): Promise<CachedResponse | Response> {
  if (!isPublic(response)) return response;
  const body = Buffer.from(await response.arrayBuffer());
  const etag = `W/"${createHash("sha1").update(body).digest("base64url")}"`;
  response.headers.set("ETag", etag);
  response.headers.append("Vary", "Accept-Encoding");
  if (body.length > MAX_ENTRY_BYTES) return new Response(body, response);
  counters.cacheMisses++;
  const entry = {
    etag,
    headers: headersWithLength([...response.headers].flat(), body),
    notModifiedHeaders: [...response.headers].filter(([name]) => NOT_MODIFIED.has(name)).flat(),
    body,
  };
  if (env.DOCUMENT_CACHE) cache.set(`identity ${key}`, entry);
  return entry;
}

const NOT_MODIFIED = new Set(["cache-control", "etag", "vary"]);

function isPublic({ status, headers }: Response): boolean {
  return status === 200 && (headers.get("Cache-Control") ?? "").startsWith("public") && !headers.has("Set-Cookie");
}

function headersWithLength(headers: string[], body: Buffer): string[] {
  const rest = headers.filter((_, at) => headers[at - (at % 2)]?.toLowerCase() !== "content-length");
  return [...rest, "Content-Length", String(body.length)];
}

/** RFC 9110 §13.1.2, weak comparison. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}
