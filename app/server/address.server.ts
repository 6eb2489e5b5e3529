/** Gives each address one spelling, so that the router and every rule about addresses see the same path. */
import { matchRoutes } from "@remix-run/react";

/** Gives null for a malformed path: with escapes that mean nothing, with a line break, or beginning like a host. */
export type CanonicalPath = (pathname: string) => string | null;

/**
 * How a path is written: without needless escapes (RFC 3986 §6.2.2), with single slashes and none at the end, and the
 * words of its route as the route has them, because the router ignores case. Marks at the end belong to the sentence in
 * which a mail named the address. It takes the pathname of a URL, which has resolved dots and turned backslashes.
 *
 * @param patterns the full paths of all routes, such as "/api/experts/:slug".
 */
export function canonicalPaths(patterns: string[]): CanonicalPath {
  const routes = patterns.map((path) => ({ path }));
  const words = new Set(patterns.flatMap((path) => path.split("/")).filter(isWord));
  const asRouted = (path: string) => {
    const parts = path.split("/");
    // Matching takes a millisecond, and names of files have capitals too.
    if (!parts.some((part) => !words.has(part) && words.has(part.toLowerCase()))) return path;
    const pattern = matchRoutes(routes, path)?.at(-1)?.route.path.split("/") ?? [];
    return parts.map((part, at) => (isWord(pattern[at]) ? pattern[at] : part)).join("/");
  };
  return (pathname) => {
    if (!isPath(pathname)) return null;
    const path = withoutSlash(withoutNeedlessEscapes(pathname).replace(/\/{2,}/g, "/"));
    if (!path.endsWith(DATA)) return asRouted(withoutSlash(withoutMarks(path)) || "/");
    // Remix gives a URL the rest, which may end with a dot: "/directory/..data".
    const page = withoutSlash(new URL(path.slice(0, -DATA.length), "http://localhost").pathname);
    return page === "" ? `/_root${DATA}` : asRouted(page) + DATA;
  };
}

/** Remix reads the data of a page at its address with this end, and of the first page at "/_root.data". */
const DATA = ".data";

/** Browsers and the router read "//host" and "/\\host" as another site; no route of the router has a line break. */
function isPath(pathname: string): boolean {
  try {
    return /^\/(?![/\\]).*$/.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

function withoutNeedlessEscapes(pathname: string): string {
  return pathname.replace(/%[\da-f]{2}/gi, (code) => {
    const sign = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(sign) ? sign : code.toUpperCase();
  });
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

/**
 * Matches a mark at the end, which no address here has: `.,;:!?)]}>'"`, closing quotation marks and dots, plain or escaped.
 */
const MARK = /(?:[.,;:!?)\]}>'"]|%(?:2[1279C]|3[ABEF]|5D|7D|C2%BB|E2%80%(?:99|9D|A6)))$/;
const LONGEST_MARK = "%E2%80%9D".length;
/** More of them were not left by a sentence. */
const MOST_MARKS = 8;

function withoutMarks(path: string): string {
  let end = path.length;
  for (let marks = 0; marks < MOST_MARKS; marks++) {
    const mark = MARK.exec(path.slice(Math.max(0, end - LONGEST_MARK), end))?.[0];
    if (!mark) break;
    end -= mark.length;
  }
  return path.slice(0, end);
}

function isWord(part: string | undefined): part is string {
  return part !== undefined && part !== "*" && !part.startsWith(":");
}
