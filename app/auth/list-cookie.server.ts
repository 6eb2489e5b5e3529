/** The list of a reader without an account, in a cookie: it works without scripts, and scripts read it. */
import { parse, serialize } from "cookie";
import { defineHiddenCookie } from "~/http/cookies.server";
import { MAX_LISTED } from "~/models/readers/lists/bounds";

const NAME = "list";
const YEAR = 60 * 60 * 24 * 365;
/** Browsers keep 4,096 bytes of a cookie, its name and attributes among them. */
const MOST_CHARACTERS = 3_800;
const SLUG = /^[a-z0-9-]{1,80}$/;

// Every write may be a sign-in, which takes the list along; providers lead back by GET.
defineHiddenCookie(NAME, (method, path) => {
  const isRead = method === "GET" || method === "HEAD";
  return !isRead || /^\/(my-list|api\/my-list|api\/auth)\b/.test(path);
});

/** The slugs in the reader's cookie. */
export function listIn(request: Request): string[] {
  const value = parse(request.headers.get("Cookie") ?? "", { decode: (text) => text })[NAME] ?? "";
  return slugsIn(value.slice(0, MOST_CHARACTERS).split("."));
}

/** Returns the texts that can be slugs, each once, and no more than a list takes. */
export function slugsIn(texts: string[], most = MAX_LISTED): string[] {
  return [...new Set(texts.filter((text) => SLUG.test(text)))].slice(0, most);
}

/** Tells whether a cookie holds so many. */
export function fitsCookie(slugs: string[]): boolean {
  return slugs.length <= MAX_LISTED && slugs.join(".").length <= MOST_CHARACTERS;
}

/** A Set-Cookie header; without slugs it takes the cookie away. */
export function listCookie(slugs: string[]): string {
  const maxAge = slugs.length > 0 ? YEAR : 0;
  return serialize(NAME, slugs.join("."), { path: "/", sameSite: "lax", maxAge, encode: (text) => text });
}
