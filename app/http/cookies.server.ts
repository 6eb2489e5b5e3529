/** Registers all cookies of this site. One parser decides which ones the response cache, the headers and the app see. */
import { type CookieOptions, createCookie } from "@remix-run/node";
import { parse } from "cookie";

const names = new Set<string>();

/** The names of all cookies; a test compares them with the privacy page. */
export const cookieNames: ReadonlySet<string> = names;

export function defineCookie(name: string, options: CookieOptions) {
  names.add(name);
  return createCookie(name, options);
}

/** The conditions under which requests show hidden cookies, by name. */
const hiddenCookies = new Map<string, (method: string, path: string) => boolean>();

/**
 * Registers a cookie that most requests do not show, so that their pages can be cached for everybody. Its value is not
 * encoded.
 *
 * @param isShownTo Tells whether a request shows the cookie.
 */
export function defineHiddenCookie(name: string, isShownTo: (method: string, path: string) => boolean): void {
  names.add(name);
  hiddenCookies.set(name, isShownTo);
}

/** The names of the session cookie: with the prefix `__Host-` over https, without it over http. */
export const SESSION_COOKIE = "session";
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;

/** Returns the Cookie header with only this site's cookies that are not hidden from the request; "" for none. */
export function ownCookies(header: string | undefined, method: string, path: string): string {
  if (!header) return "";
  const cookies = parse(header, { decode: (value) => value });
  return Object.entries(cookies)
    .filter(([name]) => names.has(name) && (hiddenCookies.get(name)?.(method, path) ?? true))
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
}

/** Tells whether cookies, as `ownCookies` returns them, include a session. */
export function hasSession(cookies: string): boolean {
  return cookies.split("; ").some((pair) => {
    const [name] = pair.split("=", 1);
    return name === SESSION_COOKIE || name === SECURE_SESSION_COOKIE;
  });
}
