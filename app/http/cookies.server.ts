/** One parser decides which cookies the response cache, the headers and the app see. */
import { type CookieOptions, createCookie } from "@remix-run/node";
import { parse } from "cookie";

const names = new Set<string>();

/** The privacy page names each of them. */
export const cookieNames: ReadonlySet<string> = names;

export function defineCookie(name: string, options: CookieOptions) {
  names.add(name);
  return createCookie(name, options);
}

/** The names of cookies that stay hidden from some requests. */
const hidden = new Map<string, (method: string, path: string) => boolean>();

/**
 * A cookie that other requests do not show: the pages they read stay the same for everybody, and cached. Its value is
 * written as it is.
 *
 * @param isFor the requests that show it.
 */
export function defineHiddenCookie(name: string, isFor: (method: string, path: string) => boolean): void {
  names.add(name);
  hidden.set(name, isFor);
}

/** Over https browsers accept it with the prefix `__Host-` only. */
export const SESSION_COOKIE = "session";
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;

/** The Cookie header reduced to this site's cookies, as far as the request shows them; "" for none. */
export function ownCookies(header: string | undefined, method: string, path: string): string {
  if (!header) return "";
  const cookies = parse(header, { decode: (value) => value });
  return Object.entries(cookies)
    .filter(([name]) => names.has(name) && (hidden.get(name)?.(method, path) ?? true))
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
}

/** Takes the result of `ownCookies`. */
export function hasSession(cookies: string): boolean {
  return cookies.split("; ").some((pair) => {
    const [name] = pair.split("=", 1);
    return name === SESSION_COOKIE || name === SECURE_SESSION_COOKIE;
  });
}
