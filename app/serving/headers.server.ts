/** Headers that every answer carries, and how long an answer may be kept. */
import type { IncomingMessage } from "node:http";
import { env } from "~/env.server";
import { requestOrigin } from "./admission.server";

/**
 * Headers that ask browsers for care, on every answer (OWASP Secure Headers). Pages add their own content policy. Browsers are
 * held to https (RFC 6797) where that is known to work: SITE_URL says so, or the proxy in front took this very request over it.
 */
export function securityHeaders(incoming: IncomingMessage): [string, string][] {
  const isSecure = env.SITE_URL ? env.SITE_URL.startsWith("https:") : requestOrigin(incoming).protocol === "https:";
  return [
    ["X-Content-Type-Options", "nosniff"],
    ["X-Frame-Options", "DENY"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
    ...(isSecure ? [HELD_TO_HTTPS] : []),
  ];
}

const HELD_TO_HTTPS: [string, string] = ["Strict-Transport-Security", "max-age=31536000; includeSubDomains"];

/** What has no policy of its own runs nothing and is framed by nobody. */
const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'";

/** A picture that is made for other sites' link previews says so itself. */
const MAY_DIFFER = new Set(["Cross-Origin-Resource-Policy"]);

/** The answer with its security headers and, where it says nothing itself, with how long it may be kept. */
export function withHeaders(incoming: IncomingMessage, answered: Response): Response {
  const response = changeable(answered);
  const { headers } = response;
  for (const [name, value] of securityHeaders(incoming))
    if (!MAY_DIFFER.has(name) || !headers.has(name)) headers.set(name, value);
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", NOTHING_RUNS);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", freshness(incoming, response));
  headers.append("Vary", "Cookie, Save-Data");
  return response;
}

/** The answer itself where its headers can be changed (those that `Response.redirect` makes cannot), else a copy. */
function changeable(response: Response): Response {
  try {
    response.headers.delete("X-Powered-By");
    return response;
  } catch {
    return new Response(response.body, response);
  }
}

/** The cookie that a signed-in reader has; only its presence counts here. */
export const SESSION_COOKIE = "session";

/**
 * How long an answer is fresh (public-side.md §9, "Cache"; decision D75). Pages are asked for anew each time and mostly
 * answered with 304; lists that scripts fetch keep for as long as specified. What a signed-in reader gets is kept nowhere.
 */
function freshness({ method, url = "", headers }: IncomingMessage, { status }: Response): string {
  if (IN_A_SESSION.test(headers.cookie ?? "")) return "private, no-store";
  if ((method !== "GET" && method !== "HEAD") || status >= 400) return "no-store";
  const [pathname = "", query] = url.split("?", 2);
  const seconds = status === 200 ? LISTS.find(([list]) => list.test(pathname))?.[1](query) : undefined;
  return seconds ? `public, max-age=${seconds}` : "public, max-age=0, must-revalidate";
}

const IN_A_SESSION = new RegExp(`(^|; *)(__Host-)?${SESSION_COOKIE}=`);

const MINUTE = 60;
const LISTS: [RegExp, (query?: string) => number][] = [
  [/^\/api\/experts\/homepage$|^\/_root\.data$/, () => 5 * MINUTE],
  [/^\/api\/experts\/paginated$/, (query) => (new URLSearchParams(query).get("category") ? 30 : 2 * MINUTE)],
  [/^\/api\/experts$|^\/directory\.data$/, () => 2 * MINUTE],
  [/^\/directory\/[^/]+\.data$/, () => 30],
];
