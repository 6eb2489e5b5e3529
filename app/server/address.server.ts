/** Gives each address one spelling, so that the router and every rule about addresses see the same path. */
import { matchRoutes } from "@remix-run/react";

/** Returns the canonical path; null for invalid escapes, line breaks, and paths that begin like a host. */
export type CanonicalPath = (pathname: string) => string | null;

/**
 * Returns the function that makes the pathname of a URL canonical. It removes needless escapes (RFC 3986 §6.2.2), double
 * slashes and a slash at the end. It writes the path in the case of its route, because the router ignores case. It also drops
 * punctuation at the end, which comes from the sentence of a mail around the address.
 *
 * @param patterns The full paths of all routes, such as "/api/experts/:slug".
 */
export function canonicalPaths(patterns: string[]): CanonicalPath {
  const routes = patterns.map((path) => ({ path }));
  const routeWords = new Set(patterns.flatMap((path) => path.split("/")).filter(isLiteralSegment));
  const withRouteSpelling = (path: string) => {
    const parts = path.split("/");
    // Skips the router, which takes a millisecond, unless a segment differs from a route's only in case.
    if (!parts.some((part) => !routeWords.has(part) && routeWords.has(part.toLowerCase()))) return path;
    const pattern = matchRoutes(routes, path)?.at(-1)?.route.path.split("/") ?? [];
    return parts.map((part, index) => (isLiteralSegment(pattern[index]) ? pattern[index] : part)).join("/");
  };
  return (pathname) => {
    if (!isPath(pathname)) return null;
    const path = withoutSlash(withoutNeedlessEscapes(pathname).replace(/\/{2,}/g, "/"));
    if (!path.endsWith(DATA_SUFFIX)) return withRouteSpelling(withoutSlash(withoutPunctuation(path)) || "/");
    // Remix parses the rest as a URL, which may contain dots: "/directory/..data".
    const page = withoutSlash(new URL(path.slice(0, -DATA_SUFFIX.length), "http://localhost").pathname);
    return page === "" ? `/_root${DATA_SUFFIX}` : withRouteSpelling(page) + DATA_SUFFIX;
  };
}

/** The suffix of addresses from which Remix reads a page's data; that of "/" is "/_root.data". */
const DATA_SUFFIX = ".data";

/** Refuses "//host" and "/\\host", which browsers read as another site, and line breaks, which no route has. */
function isPath(pathname: string): boolean {
  try {
    return /^\/(?![/\\]).*$/.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

function withoutNeedlessEscapes(pathname: string): string {
  return pathname.replace(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Matches one punctuation mark at the end, plain or escaped. No address of this site ends with one. */
const TRAILING_PUNCTUATION = /(?:[.,;:!?)\]}>'"]|%(?:2[1279C]|3[ABEF]|5D|7D|C2%BB|E2%80%(?:99|9D|A6)))$/;
const MAX_MARK_LENGTH = "%E2%80%9D".length;
/** The limit of dropped marks: no sentence ends with more. */
const MAX_MARKS = 8;

function withoutPunctuation(path: string): string {
  let end = path.length;
  for (let marks = 0; marks < MAX_MARKS; marks++) {
    const mark = TRAILING_PUNCTUATION.exec(path.slice(Math.max(0, end - MAX_MARK_LENGTH), end))?.[0];
    if (!mark) break;
    end -= mark.length;
  }
  return path.slice(0, end);
}

function isLiteralSegment(part: string | undefined): part is string {
  return part !== undefined && part !== "*" && !part.startsWith(":");
}
