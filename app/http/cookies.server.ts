/** The cookies of this site. One parser decides which of them a request carries: for the response cache, the headers and the app. */
import { type CookieOptions, createCookie } from "@remix-run/node";
import { parse } from "cookie";

const names = new Set<string>();

/** Makes a cookie that requests may carry; every cookie of the site is made here. */
export function defineCookie(name: string, options: CookieOptions) {
  names.add(name);
  return createCookie(name, options);
}

/** The name of the session cookie; over https browsers accept it with the prefix `__Host-` only. */
export const SESSION_COOKIE = "session";
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;

/**
 * The cookies of this site in a Cookie header, as a Cookie header of their own: the only one that the app is given.
 *
 * @returns "" when there is none of ours.
 */
export function ownCookies(header: string | undefined): string {
  if (!header) return "";
  const found = parse(header, { decode: (value) => value });
  return Object.entries(found)
    .filter(([name]) => names.has(name))
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
}

/** @param cookies as `ownCookies` returns them. */
export function hasSession(cookies: string): boolean {
  return cookies.split("; ").some((pair) => {
    const [name] = pair.split("=", 1);
    return name === SESSION_COOKIE || name === SECURE_SESSION_COOKIE;
  });
}
