/** Stores the list of a reader without an account in a cookie, which works without scripts and is readable by them. */
import { parse, serialize } from "cookie";
import { defineHiddenCookie } from "~/http/cookies.server";
import { MAX_LISTED } from "~/models/readers/lists/bounds";

const NAME = "list";
const YEAR = 60 * 60 * 24 * 365;
/** Stays below the 4,096 bytes that browsers accept for a cookie with its name and attributes. */
const MAX_CHARACTERS = 3_800;
const SLUG = /^[a-z0-9-]{1,80}$/;

// Any write may be a sign-in, which moves the list into the account. Sign-in providers redirect back with GET.
defineHiddenCookie(NAME, (method, path) => {
  const isRead = method === "GET" || method === "HEAD";
  return !isRead || /^\/(my-list|api\/my-list|api\/auth)\b/.test(path);
});

/** Returns the valid slugs in the reader's cookie. */
export function slugsInCookie(request: Request): string[] {
  const value = parse(request.headers.get("Cookie") ?? "", { decode: (text) => text })[NAME] ?? "";
  return validSlugs(value.slice(0, MAX_CHARACTERS).split("."));
}

/** Returns the distinct valid slugs, at most as many as a list may have. */
export function validSlugs(texts: string[], limit = MAX_LISTED): string[] {
  return [...new Set(texts.filter((text) => SLUG.test(text)))].slice(0, limit);
}

/** Tells whether the slugs fit into the cookie. */
export function fitsCookie(slugs: string[]): boolean {
  return slugs.length <= MAX_LISTED && slugs.join(".").length <= MAX_CHARACTERS;
}

/** Returns the Set-Cookie header; without slugs it deletes the cookie. */
export function listCookie(slugs: string[]): string {
  const maxAge = slugs.length > 0 ? YEAR : 0;
  return serialize(NAME, slugs.join("."), { path: "/", sameSite: "lax", maxAge, encode: (text) => text });
}
