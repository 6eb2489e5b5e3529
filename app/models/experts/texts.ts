/** How the texts stored with an expert are read for display. Shared by server and browser. */

/** The longest address we follow or show, in characters. */
const URL_LENGTH = 2048;

/** The most of a text that goes into an outside search, in characters. */
const QUERY_LENGTH = 300;

/** A plain address shown as its own label is cut here, in characters. */
const LABEL_LENGTH = 48;

export interface ReferenceLink {
  label: string;
  url: string;
}

/**
 * A reference link, `label|url` or just a url: split at the last `|` whose right side is an http or https address. Without a label it is called by its host and path. null when there is no such address.
 */
export function parseReferenceLink(text: string): ReferenceLink | null {
  const { rest, url } = splitUrl(text);
  return url ? { label: rest || shortened(url), url } : null;
}

export interface Book {
  title: string;
  author: string;
  url: string;
}

/**
 * A book: `title`, `title|author`, `title|url` or `title|author|url`. The author is the expert unless
 * named; the link is a book-store search for title and expert unless given. A third part that is no http or https
 * address is ignored. null for a blank text.
 */
export function parseBook(text: string, expertName: string): Book | null {
  const { rest, url } = splitUrl(text);
  const [first = "", second = ""] = rest.split("|", 2).map((part) => part.trim());
  const title = first || second || (url && shortened(url));
  if (!title) return null;
  return {
    title,
    author: (first && second) || expertName,
    url: url ?? `https://www.amazon.com/s?k=${query(`${title} ${expertName}`)}`,
  };
}

export interface Highlight {
  headline: string;
  /** "" when there is none. */
  description: string;
  url: string;
}

/**
 * A science highlight: `headline` or `headline|description`, separated by the first `|`. The address is
 * a web search for the headline. null for a blank text.
 */
export function parseHighlight(text: string): Highlight | null {
  const bar = text.indexOf("|");
  const before = (bar < 0 ? text : text.slice(0, bar)).trim();
  const after = bar < 0 ? "" : text.slice(bar + 1).trim();
  const headline = before || after;
  if (!headline) return null;
  return {
    headline,
    description: before && after,
    url: `https://www.google.com/search?q=${query(headline)}`,
  };
}

/** Where 'Search on Perplexity' leads. */
export function perplexityUrl(name: string): string {
  return `https://www.perplexity.ai/search?q=${query(name, " longevity expert research")}`;
}

/**
 * What stands for a face without a usable image: the first letters of the first and last word of the name, or the
 * first two letters of a single word, upper-cased. Letters are what a reader calls so,
 * with their marks. Words without a letter or digit do not count, unless there are no others; "?" for a blank name.
 */
export function initials(name: string): string {
  if (USUAL_NAME.test(name)) return (name[0] + (name[name.lastIndexOf(" ") + 1] as string)).toUpperCase();
  const words = name.split(/\s+/).filter(Boolean);
  const spelled = words.filter((word) => LETTER.test(word));
  const [first = "", ...others] = spelled.length > 0 ? spelled : words;
  const last = others.at(-1);
  return (last ? letters(first, 1) + letters(last, 1) : letters(first, 2)) || "?";
}

/** A stable number from 0 to 11 derived from the name: the colour of the tile behind the initials. */
export function tint(name: string): number {
  let hash = 0x811c9dc5; // FNV-1a
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % 12;
}

/**
 * The image to show, or null for initials instead: present, not a `data:` URL, not the
 * marker `has-base64-image`. Whatever else is neither an http or https address nor a path of this site is no image
 * either.
 */
export function usableImage(imageUrl: string | null | undefined): string | null {
  const text = imageUrl?.trim() ?? "";
  // "//host" and "/\host" would leave the site.
  const onThisSite = /^\/(?![/\\])/.test(text) && text.length <= URL_LENGTH && !CONTROL.test(text);
  return onThisSite ? text : httpUrl(text);
}

/**
 * The image to show on a public page, or null: `usableImage`, unless it is on another site. Readers' browsers ask nobody
 * else; what admins save is copied here (models/images.copy.server.ts).
 */
export function ownImage(imageUrl: string | null | undefined): string | null {
  const image = usableImage(imageUrl);
  return image?.startsWith("/") ? image : null;
}

/**
 * The text as an address we may link to, trimmed and otherwise as it was written: http or https, with a host, without
 * user name or password, without control characters, at most 2,048 characters. Else null.
 */
export function httpUrl(text: string): string | null {
  const url = text.trim();
  return url.length <= URL_LENGTH && HTTP.test(url) && !CONTROL.test(url) && parses(url) ? url : null;
}

// Stricter than the URL parser, which also takes "https:host", "https:///host", "https:\\host" and "https://me:pw@host".
const HTTP = /^https?:\/\/[^\s\\/?#@]+(?:[/?#]|$)/i;

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

function parses(url: string): boolean {
  try {
    return Boolean(new URL(url));
  } catch {
    return false;
  }
}

/** Takes the address off the end of a text: after the last `|` whose right side is one, or the whole text. */
function splitUrl(text: string): { rest: string; url: string | null } {
  const whole = text.trim();
  // Once the right side is longer than any address, no `|` further left can do.
  const leftmost = Math.max(whole.length - URL_LENGTH - 1, 0);
  for (let bar = whole.lastIndexOf("|"); bar >= leftmost; bar = whole.lastIndexOf("|", bar - 1)) {
    const url = httpUrl(whole.slice(bar + 1));
    if (url) return { rest: whole.slice(0, bar).trim(), url };
    if (bar === 0) break;
  }
  const url = httpUrl(whole);
  return { rest: url ? "" : whole, url };
}

/** An address as a reader would say it: the host without "www.", and the path, cut to a short line. */
function shortened(url: string): string {
  const { host, pathname } = new URL(url);
  const label = Array.from(host.replace(/^www\./, "") + readable(pathname).replace(/\/$/, ""));
  return label.length <= LABEL_LENGTH ? label.join("") : `${label.slice(0, LABEL_LENGTH - 1).join("")}…`;
}

function readable(path: string): string {
  try {
    const decoded = decodeURI(path);
    return /[\p{C}\p{Z}]/u.test(decoded) ? path : decoded;
  } catch {
    return path;
  }
}

function query(text: string, added = ""): string {
  // Half a character, lone in the text or left by the cut, cannot be encoded.
  return encodeURIComponent((text.trim().slice(0, QUERY_LENGTH) + added).replace(/\p{Cs}/gu, "\ufffd"));
}

const LETTER = /[\p{L}\p{N}]/u;

/** Most names: words that begin with a letter whose capital is one letter, too, and have only letters of one character each, one space between two. */
const USUAL_NAME =
  /^[a-z\u00c0-\u00d6\u00d8-\u00de\u0100-\u0148\u014a-\u017e][\w.'\u00c0-\u024f-]*(?: [a-z\u00c0-\u00d6\u00d8-\u00de\u0100-\u0148\u014a-\u017e][\w.'\u00c0-\u024f-]*)+$/i;

/** The first letters of a word, upper-cased; of a word without any, its first signs. */
function letters(word: string, count: number): string {
  const text = word.slice(0, 64).normalize("NFC");
  // Where a sign of one character follows, those before it are whole letters: the rest of the word need not be looked at.
  const beginning = text.slice(0, count + 1);
  const isEnough = SINGLE.test(beginning) && LETTERS.test(beginning.slice(0, count));
  const signs = graphemes(isEnough ? beginning.slice(0, count) : text);
  const spelled = signs.filter((sign) => LETTER.test(sign));
  return (spelled.length > 0 ? spelled : signs).slice(0, count).map(upper).join("");
}

/** One letter stays one letter: "ß" becomes "S", not "SS". */
function upper(letter: string): string {
  return graphemes(letter.toUpperCase())[0] ?? "";
}

/**
 * Signs of one character each: letters of Latin, Greek, Cyrillic, Hebrew, Arabic, Japanese, Chinese and Korean. Nearly every name
 * has no others, which is much faster and needs nothing of an old browser.
 */
const SINGLE =
  /^[\u0020-\u007e\u00c0-\u024f\u0370-\u03ff\u0400-\u0481\u048a-\u052f\u05d0-\u05ea\u0621-\u064a\u1e00-\u1fff\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/;
const LETTERS = /^[\p{L}\p{N}]+$/u;

let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): string[] {
  if (SINGLE.test(text)) return Array.from(text);
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
