/** Reads entries of one line each: links, books and highlights; and builds the searches that they link to. */

import { SEARCH_WORDS } from "~/subject/profile";
import { httpUrl, URL_LENGTH } from "./urls";

const QUERY_LENGTH = 300;
const NAME_LENGTH = 100;

const LABEL_LENGTH = 48;

export interface ReferenceLink {
  label: string;
  url: string;
}

/** Splits `label|url` at the last `|` before an http or https address; returns null without an address. */
export function parseReferenceLink(text: string): ReferenceLink | null {
  const { textBefore, url } = splitUrl(text);
  return url ? { label: textBefore || shortAddress(url), url } : null;
}

export interface Book {
  title: string;
  author: string;
  url: string;
}

/** Reads `title|author|url`, where author and url are optional; returns null for a blank text. */
export function parseBook(text: string, expertName: string): Book | null {
  const { textBefore, url } = splitUrl(text);
  const [firstPart = "", secondPart = ""] = textBefore.split("|", 2).map((part) => part.trim());
  const title = firstPart || secondPart || (url && shortAddress(url));
  if (!title) return null;
  return {
    title,
    author: (firstPart && secondPart) || expertName,
    url: url ?? `https://www.amazon.com/s?k=${encodeQuery(`${title} ${expertName}`)}`,
  };
}

export interface Highlight {
  headline: string;
  description: string;
  url: string;
}

/**
 * Reads `headline|description`, and adds a web search for the headline and the person's name; returns null for a
 * blank text.
 */
export function parseHighlight(text: string, expertName: string): Highlight | null {
  const bar = text.indexOf("|");
  const textBefore = (bar < 0 ? text : text.slice(0, bar)).trim();
  const textAfter = bar < 0 ? "" : text.slice(bar + 1).trim();
  const headline = textBefore || textAfter;
  if (!headline) return null;
  return {
    headline,
    description: textBefore && textAfter,
    url: `https://www.google.com/search?q=${encodeQuery(headline, expertName && ` ${expertName.slice(0, NAME_LENGTH)}`)}`,
  };
}

export function perplexityUrl(name: string): string {
  return `https://www.perplexity.ai/search?q=${encodeQuery(name, ` ${SEARCH_WORDS}`)}`;
}

/** Splits off the last `|url`; or returns the trimmed text as the address if it is one. */
export function splitUrl(text: string): { textBefore: string; url: string | null } {
  const trimmedText = text.trim();
  // Searches only as far left as the longest address could begin.
  const leftmost = Math.max(trimmedText.length - URL_LENGTH - 1, 0);
  for (let bar = trimmedText.lastIndexOf("|"); bar >= leftmost; bar = trimmedText.lastIndexOf("|", bar - 1)) {
    const url = httpUrl(trimmedText.slice(bar + 1));
    if (url) return { textBefore: trimmedText.slice(0, bar).trim(), url };
    if (bar === 0) break;
  }
  const url = httpUrl(trimmedText);
  return { textBefore: url ? "" : trimmedText, url };
}

function shortAddress(url: string): string {
  const { host, pathname } = new URL(url);
  const label = Array.from(host.replace(/^www\./, "") + decodePath(pathname).replace(/\/$/, ""));
  return label.length <= LABEL_LENGTH ? label.join("") : `${label.slice(0, LABEL_LENGTH - 1).join("")}…`;
}

function decodePath(path: string): string {
  try {
    const decoded = decodeURI(path);
    return /[\p{C}\p{Z}]/u.test(decoded) ? path : decoded;
  } catch {
    return path;
  }
}

function encodeQuery(text: string, suffix = ""): string {
  // Replaces lone surrogates, which cannot be encoded.
  return encodeURIComponent((text.trim().slice(0, QUERY_LENGTH) + suffix).replace(/\p{Cs}/gu, "\ufffd"));
}
