import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "~/env.server";
import { ownCookies } from "~/http/cookies.server";

export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** For X-Request-Id and the log. */
  id: string;
}

export interface RequestInfo {
  /** HEAD counts as GET. */
  method: string;
  target: string;
  path: string;
  /** Scheme and host of the request. */
  origin: string;
  clientAddress: string;
  /** This site's cookies as one header; "" for none. */
  cookies: string;
  hasApiKey: boolean;
}

export interface Refusal {
  status: 400 | 403 | 405;
  message: string;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
export const ALLOWED_METHODS = METHODS.join(", ");

/** Refuses bad methods, addresses, hosts and cross-site writes. */
export function readIncoming(incoming: IncomingMessage): RequestInfo | Refusal {
  const { method = "", url: target = "", headers } = incoming;
  if (!METHODS.includes(method)) return { status: 405, message: "This method is not used here." };
  const [path = "", query = ""] = target.split("?", 2);
  // Remix would answer the old "_data" parameter with a 500.
  if (!isPath(path) || (query.includes("_data") && new URLSearchParams(query).has("_data"))) {
    return { status: 400, message: "This address cannot be read." };
  }
  const origin = originOf(incoming);
  if (!origin) return { status: 400, message: "The Host header cannot be read." };
  if (!readsByPost(path) && isCrossSiteWrite(incoming, origin)) {
    return { status: 403, message: "This request came from another site and was refused." };
  }
  return {
    method: method === "HEAD" ? "GET" : method,
    target,
    path,
    origin,
    clientAddress: clientAddressOf(incoming),
    cookies: readsByPost(path) ? "" : ownCookies(headers.cookie),
    hasApiKey: headers.authorization !== undefined,
  };
}

/** The Model Context Protocol reads with POST, for everybody and without cookies. */
export function readsByPost(path: string): boolean {
  return /^\/mcp\/?$/i.test(path);
}

/** Browsers and the router read "//host" and "/\\host" as another site; no route of the router has a line break. */
function isPath(path: string): boolean {
  try {
    return /^\/(?![/\\]).*$/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Trusts proxy headers only with TRUST_PROXY; null for invalid ones. */
export function originOf({ headers }: IncomingMessage): string | null {
  const forwardedHost = env.TRUST_PROXY ? firstOf(headers["x-forwarded-host"]) : "";
  const isSecure = env.TRUST_PROXY && firstOf(headers["x-forwarded-proto"]) === "https";
  const host = forwardedHost || headers.host || "";
  if (!/^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i.test(host)) return null;
  const origin = `${isSecure ? "https" : "http"}://${host}`;
  return URL.canParse(origin) ? origin : null;
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
