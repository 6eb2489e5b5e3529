import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { env } from "~/env.server";
import { ownCookies } from "~/http/cookies.server";
import { BEFORE_UNSUBSCRIBE } from "~/models/whole/parts.server";
import type { CanonicalPath } from "./address.server";

export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** The id for X-Request-Id and the log. */
  id: string;
}

export interface RequestInfo {
  /** HEAD counts as GET. */
  method: string;
  /** The address with its path in the site's spelling; `path`, `query` and `target` are its parts. */
  url: URL;
  path: string;
  query: URLSearchParams;
  /** Path and query as they stand in the address. */
  target: string;
  /** Scheme and host of the request. */
  origin: string;
  clientAddress: string;
  /** This site's cookies as one header; "" for none. */
  cookies: string;
  hasApiKey: boolean;
}

export interface Refusal {
  status: 308 | 400 | 403 | 404;
  message: string;
  /** The site's spelling of the address, with status 308. */
  location?: string;
}

/** Remix would put the whole answer of any other route into memory, to send it as a page's data. */
const NO_PAGES =
  /^\/(api\/(?!docs\.data$).*|account\/data|healthz|metrics|mcp|.*\/(embed|download|preview)|.*\.[a-z\d]+)\.data$/;

const UNREADABLE: Refusal = { status: 400, message: "This address cannot be read." };

/**
 * Refuses bad addresses, hosts and cross-site writes, and redirects other spellings of an address to the one that the
 * router and all rules know.
 */
export function readIncoming(incoming: IncomingMessage, canonicalPath: CanonicalPath): RequestInfo | Refusal {
  const { method = "", headers } = incoming;
  const origin = originOf(incoming);
  // Refuses several Host headers (RFC 9112 §3.2): a proxy may have read the other one.
  if (!origin || hostsOf(incoming) > 1) return { status: 400, message: "The Host header cannot be read." };
  const address = addressOf(incoming.url ?? "", origin, canonicalPath);
  if ("status" in address) return address;
  const { path } = address;
  if (!isForAnybody(path) && isCrossSiteWrite(incoming, origin)) {
    return { status: 403, message: "This request came from another site and was refused." };
  }
  return {
    method: method === "HEAD" ? "GET" : method,
    ...address,
    origin,
    clientAddress: clientAddressOf(incoming),
    cookies: isForAnybody(path) ? "" : ownCookies(headers.cookie, method, path),
    hasApiKey: headers.authorization !== undefined,
  };
}

type Address = Pick<RequestInfo, "url" | "path" | "query" | "target">;

/** Caches recent addresses: most requests have the same, and nobody changes the shared values. */
const addresses = new LRUCache<string, Address | Refusal>({ max: 1_000 });
const LONGEST_KEPT = 300;

function addressOf(target: string, origin: string, canonicalPath: CanonicalPath): Address | Refusal {
  const key = `${origin} ${target}`;
  const before = addresses.get(key);
  if (before) return before;
  const address = readAddress(inOriginForm(target, origin), origin, canonicalPath);
  if (key.length <= LONGEST_KEPT) addresses.set(key, address);
  return address;
}

function readAddress(requested: string, origin: string, canonicalPath: CanonicalPath): Address | Refusal {
  // A URL resolves "//host" and "/\\host" as another site's.
  if (!/^\/(?![/\\])/.test(requested) || !URL.canParse(requested, origin)) return UNREADABLE;
  const url = new URL(requested, origin);
  const path = canonicalPath(url.pathname);
  const query = url.searchParams;
  // Remix would answer the old "_data" parameter with a 500.
  if (path === null || query.has("_data")) return UNREADABLE;
  url.pathname = path;
  const target = path + url.search;
  if (path !== requested.split(/[?#]/, 1)[0]) {
    return { status: 308, message: `This address is written ${path}`, location: target };
  }
  if (NO_PAGES.test(path)) return { status: 404, message: "This address has no data of a page." };
  return { url, path, query, target };
}

/** RFC 9112 §3.2.2: an address may stand there as a whole. One of another host is left as it is, and refused. */
function inOriginForm(target: string, origin: string): string {
  const [, host = "", rest = ""] = /^https?:\/\/([^/?#@]+)(|[/?#].*)$/is.exec(target) ?? [];
  const { protocol, host: ownHost } = new URL(origin);
  const isOwn = URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === ownHost;
  return isOwn ? rest.replace(/^(?!\/)/, "/") : target;
}

/** The Model Context Protocol reads with POST, for everybody and without cookies. */
export function readsByPost(path: string): boolean {
  return path === "/mcp";
}

/**
 * Matches addresses where mail programs end mails by one click: the address says all, and some send from their own pages
 * (RFC 8058).
 */
const ONE_CLICK = new RegExp(`^/(${BEFORE_UNSUBSCRIBE.join("|")})/[^/]+/unsubscribe$`);

/** Tells whether an address answers everybody alike: no cookie counts, and programs of other sites may post to it. */
export function isForAnybody(path: string): boolean {
  return readsByPost(path) || ONE_CLICK.test(path);
}

/** Trusts proxy headers only with TRUST_PROXY; null for invalid ones. */
export function originOf({ headers, httpVersion }: IncomingMessage): string | null {
  const forwardedHost = env.TRUST_PROXY ? firstOf(headers["x-forwarded-host"]) : "";
  const isSecure = env.TRUST_PROXY && firstOf(headers["x-forwarded-proto"]) === "https";
  // HTTP/1.0 has no Host header, and health checks still speak it.
  const host =
    forwardedHost || headers.host || (httpVersion === "1.0" ? new URL(env.SITE_URL ?? "http://localhost").host : "");
  const requestOrigin = `${isSecure ? "https" : "http"}://${host}`;
  const before = origins.get(requestOrigin);
  if (before) return before;
  if (!/^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i.test(host) || !URL.canParse(requestOrigin)) return null;
  origins.set(requestOrigin, requestOrigin);
  return requestOrigin;
}

/** Caches origins: a site has few, and made-up ones push out others. */
const origins = new LRUCache<string, string>({ max: 100 });

function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts++;
  return hosts;
}

function clientAddressOf({ headers, socket }: IncomingMessage): string {
  const forwarded = env.TRUST_PROXY
    ? String(headers["x-forwarded-for"] ?? "")
        .split(",")
        .at(-1)
        ?.trim()
    : "";
  return forwarded || socket.remoteAddress || "unknown";
}

function firstOf(header: string | string[] | undefined): string {
  return (
    String(header ?? "")
      .split(",")[0]
      ?.trim() ?? ""
  );
}

/** Browsers send `Origin` or `Sec-Fetch-Site` with every cross-site write (Fetch standard). */
function isCrossSiteWrite({ method = "", headers }: IncomingMessage, ownOrigin: string): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return false;
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (origin === undefined) return site !== undefined && site !== "same-origin" && site !== "none";
  return origin !== new URL(ownOrigin).origin && (!env.SITE_URL || origin !== new URL(env.SITE_URL).origin);
}
