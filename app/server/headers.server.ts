import { env } from "~/env.server";
import { hasSession } from "~/http/cookies.server";
import type { Answer } from "./answers.server";
import type { RequestInfo } from "./incoming.server";

/** Returns the headers that the OWASP Secure Headers Project recommends, with HSTS (RFC 6797) only over https. */
export function securityHeaders(origin: string | null): [string, string][] {
  const isSecure = (env.SITE_URL ?? origin ?? "").startsWith("https:");
  return [
    ["X-Content-Type-Options", "nosniff"],
    ["X-Frame-Options", "DENY"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
    ...(isSecure ? [STRICT_TRANSPORT] : []),
  ];
}

const STRICT_TRANSPORT: [string, string] = [
  "Strict-Transport-Security",
  env.HSTS_SUBDOMAINS ? "max-age=31536000; includeSubDomains" : "max-age=31536000",
];

const STRICT_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Adds security headers to an answer, and Cache-Control and Vary. Returns the same answer. */
export function addHeaders(request: RequestInfo | null, answer: Answer): Answer {
  const { headers } = answer;
  const mayBeFramed = headers.get("Content-Security-Policy")?.includes("frame-ancestors *") ?? false;
  for (const [name, value] of securityHeaders(request?.origin ?? null)) {
    if (name === "X-Frame-Options" && mayBeFramed) continue;
    // Share images allow other sites to embed them.
    if (name !== "Cross-Origin-Resource-Policy" || !headers.has(name)) headers.set(name, value);
  }
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", STRICT_CONTENT_POLICY);
  if (!headers.has("Cache-Control"))
    headers.set("Cache-Control", request ? defaultCacheControl(request, answer) : "no-store");
  // Adds Retry-After (RFC 9110 §15.6.4) if nothing else did.
  if (answer.status === 503 && !headers.has("Retry-After")) headers.set("Retry-After", "10");
  headers.append("Vary", "Cookie, Save-Data");
  return answer;
}

/** Returns Cache-Control: pages revalidate, the lists of `FRESH_LISTS` stay fresh for up to five minutes, and answers in sessions are not stored. */
function defaultCacheControl({ method, path, query, cookies, hasApiKey }: RequestInfo, { status }: Answer): string {
  if (hasSession(cookies) || hasApiKey) return "private, no-store";
  if (method !== "GET" || status >= 400) return "no-store";
  const list = FRESH_LISTS.find(({ paths }) => paths.test(path));
  const seconds = status === 200 ? list?.secondsFor(query) : undefined;
  return seconds ? `public, max-age=${seconds}` : "public, max-age=0, must-revalidate";
}

const MINUTE = 60;
/** The lists that scripts read, and the seconds for which a browser need not ask for them again. */
const FRESH_LISTS: { paths: RegExp; secondsFor(query: URLSearchParams): number }[] = [
  { paths: /^\/api\/experts\/homepage$|^\/_root\.data$/, secondsFor: () => 5 * MINUTE },
  { paths: /^\/api\/experts\/paginated$/, secondsFor: (query) => (query.get("category") ? 30 : 2 * MINUTE) },
  { paths: /^\/api\/experts$|^\/directory\.data$/, secondsFor: () => 2 * MINUTE },
  { paths: /^\/directory\/[^/]+\.data$/, secondsFor: () => 30 },
];
