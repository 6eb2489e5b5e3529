export const URL_LENGTH = 2048;

/** Titles and honorifics before a name. */
const HONORIFIC = /^(?:dr|prof|professor|mr|mrs|ms|mx|sir|dame|lord|lady|rev|hon)\.?$/i;
const INITIAL = /^\p{Lu}\.?$/u;

/** The first given name without titles and initials; family-name-first scripts keep the full name. */
export function calledName(name: string): string {
  if (/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) return name.trim();
  const words = name.split(/\s+/).filter((word) => word && !HONORIFIC.test(word));
  const givenName = words.slice(0, -1).find((word) => !INITIAL.test(word) && LETTER.test(word));
  return (givenName ?? words.at(-1) ?? name.trim()).replace(/,$/, "");
}

/** One or two upper-case letters from the name's first and last words; "?" for a blank name. */
export function initials(name: string): string {
  if (USUAL_NAME.test(name)) return (name[0] + (name[name.lastIndexOf(" ") + 1] as string)).toUpperCase();
  const words = name.split(/\s+/).filter(Boolean);
  const spelled = words.filter((word) => LETTER.test(word));
  const [first = "", ...rest] = spelled.length > 0 ? spelled : words;
  const last = rest.at(-1);
  return (last ? letters(first, 1) + letters(last, 1) : letters(first, 2)) || "?";
}

/** A stable colour number from 0 to 11. */
export function tint(name: string): number {
  let hash = 0x811c9dc5; // FNV-1a
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % 12;
}

/** The image, or null for data URLs, the marker `has-base64-image` and invalid addresses. */
export function usableImage(imageUrl: string | null | undefined): string | null {
  const text = imageUrl?.trim() ?? "";
  // "//host" and "/\host" would leave the site.
  const onThisSite = /^\/(?![/\\])/.test(text) && text.length <= URL_LENGTH && !CONTROL.test(text);
  return onThisSite ? text : httpUrl(text);
}

/** `usableImage` from this site only, so that readers' browsers contact no other host. */
export function ownImage(imageUrl: string | null | undefined): string | null {
  const image = usableImage(imageUrl);
  return image?.startsWith("/") ? image : null;
}

/**
 * An http or https URL of at most 2,048 characters without credentials or control characters, else null. Blanks, which
 * older records have in addresses, are encoded as browsers encode them.
 */
export function httpUrl(text: string): string | null {
  const url = text.trim();
  const isUsable = url.length <= URL_LENGTH && HTTP.test(url) && !CONTROL.test(url) && parses(url);
  return isUsable ? url.replace(/\s/g, encodeURIComponent) : null;
}

// The URL parser also takes "https:host", "https:///host", "https:\\host" and "https://me:pw@host".
const HTTP = /^https?:\/\/[^\s\\/?#@]+(?:[/?#]|$)/i;

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

function parses(url: string): boolean {
  try {
    return Boolean(new URL(url));
  } catch {
    return false;
  }
}

const LETTER = /[\p{L}\p{N}]/u;

/** A fast path for names of single-character letters separated by single spaces. */
const USUAL_NAME =
  /^[a-z\u00c0-\u00d6\u00d8-\u00de\u0100-\u0148\u014a-\u017e][\w.'\u00c0-\u024f-]*(?: [a-z\u00c0-\u00d6\u00d8-\u00de\u0100-\u0148\u014a-\u017e][\w.'\u00c0-\u024f-]*)+$/i;

/** The first letters in upper case, else the first characters. */
function letters(word: string, count: number): string {
  const text = word.slice(0, 64).normalize("NFC");
  // A single-character letter ends the letters before it, so the beginning is enough.
  const beginning = text.slice(0, count + 1);
  const isEnough = SINGLE.test(beginning) && LETTERS.test(beginning.slice(0, count));
  const signs = graphemes(isEnough ? beginning.slice(0, count) : text);
  const spelled = signs.filter((sign) => LETTER.test(sign));
  return (spelled.length > 0 ? spelled : signs).slice(0, count).map(upper).join("");
}

/** "ß" becomes "S", not "SS". */
function upper(letter: string): string {
  return graphemes(letter.toUpperCase())[0] ?? "";
}

/** Matches single-character letters in the common scripts: fast, and without Intl.Segmenter. */
const SINGLE =
  /^[\u0020-\u007e\u00c0-\u024f\u0370-\u03ff\u0400-\u0481\u048a-\u052f\u05d0-\u05ea\u0621-\u064a\u1e00-\u1fff\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/;
const LETTERS = /^[\p{L}\p{N}]+$/u;

let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): string[] {
  if (SINGLE.test(text)) return Array.from(text);
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
