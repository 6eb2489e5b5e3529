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

/** Matches data addresses of routes without a page, of which Remix would read the whole answer into memory. */
const ADDRESSES_WITHOUT_DATA =
  /^\/(api\/(?!docs\.data$).*|account\/data|healthz|metrics|mcp|.*\/(embed|download|preview)|.*\.[a-z\d]+)\.data$/;

const UNREADABLE_ADDRESS: Refusal = { status: 400, message: "This address cannot be read." };

/** Parses a request. Refuses invalid addresses and hosts and cross-site writes, and redirects to the canonical address. */
export function readIncoming(incoming: IncomingMessage, canonicalPath: CanonicalPath): RequestInfo | Refusal {
  const { method = "", headers } = incoming;
  const origin = originOf(incoming);
  // Refuses several Host headers (RFC 9112 §3.2): a proxy may have read the other one.
  if (!origin || countHosts(incoming) > 1) return { status: 400, message: "The Host header cannot be read." };
  const address = addressOf(incoming.url ?? "", origin, canonicalPath);
  if ("status" in address) return address;
  const { path } = address;
  if (!ignoresCookies(path) && isCrossSiteWrite(incoming, origin)) {
    return { status: 403, message: "This request came from another site and was refused." };
  }
  return {
    method: method === "HEAD" ? "GET" : method,
    ...address,
    origin,
    clientAddress: clientAddressOf(incoming),
    cookies: ignoresCookies(path) ? "" : ownCookies(headers.cookie, method, path),
    hasApiKey: headers.authorization !== undefined,
  };
}

type Address = Pick<RequestInfo, "url" | "path" | "query" | "target">;

/** Caches parsed addresses, because most requests share a few. Do not change the cached values. */
const addresses = new LRUCache<string, Address | Refusal>({ max: 1_000 });
const MAX_KEY_LENGTH = 300;

function addressOf(target: string, origin: string, canonicalPath: CanonicalPath): Address | Refusal {
  const key = `${origin} ${target}`;
  const cachedAddress = addresses.get(key);
  if (cachedAddress) return cachedAddress;
  const address = readAddress(toOriginForm(target, origin), origin, canonicalPath);
  if (key.length <= MAX_KEY_LENGTH) addresses.set(key, address);
  return address;
}

function readAddress(requestedTarget: string, origin: string, canonicalPath: CanonicalPath): Address | Refusal {
  // `new URL` would read "//host" and "/\\host" as another site.
  if (!/^\/(?![/\\])/.test(requestedTarget) || !URL.canParse(requestedTarget, origin)) return UNREADABLE_ADDRESS;
  const url = new URL(requestedTarget, origin);
  const path = canonicalPath(url.pathname);
  const query = url.searchParams;
  // Remix answers its former "_data" parameter with 500.
  if (path === null || query.has("_data")) return UNREADABLE_ADDRESS;
  url.pathname = path;
  const target = path + url.search;
  if (path !== requestedTarget.split(/[?#]/, 1)[0]) {
    return { status: 308, message: `The address of this page is ${path}`, location: target };
  }
  if (ADDRESSES_WITHOUT_DATA.test(path))
    return { status: 404, message: "This address is not a page, so it has no page data." };
  return { url, path, query, target };
}

/** Returns path and query of a request target that is a full URL of this site (RFC 9112 §3.2.2); others are returned unchanged. */
function toOriginForm(target: string, origin: string): string {
  const [, host = "", pathAndQuery = ""] = /^https?:\/\/([^/?#@]+)(|[/?#].*)$/is.exec(target) ?? [];
  const { protocol, host: ownHost } = new URL(origin);
  const isThisSite = URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === ownHost;
  return isThisSite ? pathAndQuery.replace(/^(?!\/)/, "/") : target;
}

/** Tells whether POST only reads at an address, as in the Model Context Protocol. */
export function readsWithPost(path: string): boolean {
  return path === "/mcp";
}

/** Matches the addresses of one-click unsubscription, which mail programs call from other origins (RFC 8058). */
const ONE_CLICK = new RegExp(`^/(${BEFORE_UNSUBSCRIBE.join("|")})/[^/]+/unsubscribe$`);

/** Tells whether an address ignores cookies, so that pages of other sites may post to it. */
export function ignoresCookies(path: string): boolean {
  return readsWithPost(path) || ONE_CLICK.test(path);
}

/** Returns scheme and host of a request; null if they are invalid. Trusts proxy headers only with TRUST_PROXY. */
export function originOf({ headers, httpVersion }: IncomingMessage): string | null {
  const forwardedHost = env.TRUST_PROXY ? firstValueOf(headers["x-forwarded-host"]) : "";
  const isSecure = env.TRUST_PROXY && firstValueOf(headers["x-forwarded-proto"]) === "https";
  // HTTP/1.0, which some health checks use, has no Host header.
  const host =
    forwardedHost || headers.host || (httpVersion === "1.0" ? new URL(env.SITE_URL ?? "http://localhost").host : "");
  const requestOrigin = `${isSecure ? "https" : "http"}://${host}`;
  const cachedOrigin = origins.get(requestOrigin);
  if (cachedOrigin) return cachedOrigin;
  if (!/^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i.test(host) || !URL.canParse(requestOrigin)) return null;
  origins.set(requestOrigin, requestOrigin);
  return requestOrigin;
}

/** Caches valid origins, of which a site has few. */
const origins = new LRUCache<string, string>({ max: 100 });

function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === "host") hosts++;
  return hosts;
}

function clientAddressOf({ headers, socket }: IncomingMessage): string {
  const forwardedAddress = env.TRUST_PROXY
    ? String(headers["x-forwarded-for"] ?? "")
        .split(",")
        .at(-1)
        ?.trim()
    : "";
  return withoutPort(forwardedAddress || socket.remoteAddress || "unknown");
}

/** Removes the port that some proxies add, with which each connection would count as another network. */
function withoutPort(address: string): string {
  const [, ipv6, ipv4] = /^(?:\[([\da-f:.]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/i.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}

function firstValueOf(header: string | string[] | undefined): string {
  return (
    String(header ?? "")
      .split(",")[0]
      ?.trim() ?? ""
  );
}

/** Recognises cross-site writes by `Origin` or `Sec-Fetch-Site`, of which browsers send one (Fetch standard). */
function isCrossSiteWrite({ method = "", headers }: IncomingMessage, ownOrigin: string): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return false;
  const { origin } = headers;
  const fetchSite = headers["sec-fetch-site"];
  if (origin === undefined) return fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none";
  return origin !== new URL(ownOrigin).origin && (!env.SITE_URL || origin !== new URL(env.SITE_URL).origin);
}
