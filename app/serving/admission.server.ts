/** Which requests are let in, and what is believed of what they say about themselves. */
import type { IncomingMessage } from "node:http";
import { env } from "~/env.server";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Refuses what the app cannot be asked at all: other methods, an address that is none, a Host that is none. */
export function refusedTarget({ method = "", url = "", headers }: IncomingMessage): [object, ResponseInit] | null {
  if (!METHODS.has(method)) {
    return [{ message: "This method is not used here." }, { status: 405, headers: { Allow: [...METHODS].join(", ") } }];
  }
  const [path = "", query = ""] = url.split("?", 2);
  // Remix still knows "_data", an older way to ask for a part of a page, and counts its use as a fault.
  if (!isPath(path) || new URLSearchParams(query).has("_data")) {
    return [{ message: "This address cannot be read." }, { status: 400 }];
  }
  if (!/^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i.test(headers.host ?? "")) {
    return [{ message: "The Host header cannot be read." }, { status: 400 }];
  }
  return null;
}

/** Whether it can be decoded and stays on this site: browsers and the router read "//host" and "/\\host" as another one. */
function isPath(path: string): boolean {
  try {
    return /^\/(?![/\\])/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/**
 * Whether a write comes from a page of another site (contract.md, "HTTP"). Browsers always say so, in `Sec-Fetch-Site`
 * or `Origin`; a client that sends neither is no browser and cannot be led into a write by another site.
 */
export function isForeignWrite(incoming: IncomingMessage): boolean {
  if (incoming.method === "GET" || incoming.method === "HEAD" || incoming.method === "OPTIONS") return false;
  const { origin } = incoming.headers;
  const site = incoming.headers["sec-fetch-site"];
  if (origin !== undefined) return !ownOrigins(incoming).includes(origin);
  return site !== undefined && site !== "same-origin" && site !== "none";
}

function ownOrigins(incoming: IncomingMessage): string[] {
  const asked = requestOrigin(incoming);
  return [`${asked.protocol}//${asked.host}`, ...(env.SITE_URL ? [new URL(env.SITE_URL).origin] : [])];
}

/** The scheme and host that a request was sent to; a proxy's word on it is taken only with TRUST_PROXY. */
export function requestOrigin({ headers }: IncomingMessage): { protocol: "http:" | "https:"; host: string } {
  const forwarded = env.TRUST_PROXY ? firstOf(headers["x-forwarded-proto"]) : undefined;
  const host = (env.TRUST_PROXY && firstOf(headers["x-forwarded-host"])) || headers.host || "localhost";
  return { protocol: forwarded === "https" ? "https:" : "http:", host };
}

/** The address a request came from; with TRUST_PROXY the one that the nearest proxy saw. */
export function clientAddress({ headers, socket }: IncomingMessage): string {
  const forwarded = env.TRUST_PROXY
    ? String(headers["x-forwarded-for"] ?? "")
        .split(",")
        .at(-1)
        ?.trim()
    : undefined;
  return forwarded || socket.remoteAddress || "unknown";
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return String(header ?? "")
    .split(",")[0]
    ?.trim();
}
