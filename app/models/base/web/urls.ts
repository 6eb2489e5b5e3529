export const URL_LENGTH = 2048;

/** Matches titles and honorifics before a name. */
const HONORIFIC = /^(?:dr|prof|professor|mr|mrs|ms|mx|sir|dame|lord|lady|rev|hon)\.?$/i;
const INITIAL = /^\p{Lu}\.?$/u;

/** Returns the first given name without titles and initials; the full name for scripts with the family name first. */
export function firstGivenName(name: string): string {
  if (/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) return name.trim();
  const words = name.split(/\s+/).filter((word) => word && !HONORIFIC.test(word));
  const givenName = words.slice(0, -1).find((word) => !INITIAL.test(word) && LETTER.test(word));
  return (givenName ?? words.at(-1) ?? name.trim()).replace(/,$/, "");
}

/** Returns one or two upper-case letters of the first and the last word of a name; "?" for a blank name. */
export function initials(name: string): string {
  if (COMMON_NAME.test(name)) return (name[0] + (name[name.lastIndexOf(" ") + 1] as string)).toUpperCase();
  const words = name.split(/\s+/).filter(Boolean);
  const wordsWithLetters = words.filter((word) => LETTER.test(word));
  const [firstWord = "", ...otherWords] = wordsWithLetters.length > 0 ? wordsWithLetters : words;
  const lastWord = otherWords.at(-1);
  return (lastWord ? firstLetters(firstWord, 1) + firstLetters(lastWord, 1) : firstLetters(firstWord, 2)) || "?";
}

/** Returns a stable number of a colour from 0 to 11. */
export function tint(name: string): number {
  let hash = 0x811c9dc5; // FNV-1a
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % 12;
}

/** Returns an image's address; null for data URLs, the marker `has-base64-image` and invalid addresses. */
export function usableImage(imageUrl: string | null | undefined): string | null {
  const text = imageUrl?.trim() ?? "";
  // Refuses "//host" and "/\host", which would lead to another site.
  const isOnThisSite = /^\/(?![/\\])/.test(text) && text.length <= URL_LENGTH && !CONTROL_CHARACTER.test(text);
  return isOnThisSite ? text : httpUrl(text);
}

/** Returns `usableImage` for images of this site only, so that readers' browsers contact no other host. */
export function ownImage(imageUrl: string | null | undefined): string | null {
  const image = usableImage(imageUrl);
  return image?.startsWith("/") ? image : null;
}

/**
 * Returns an http or https URL of up to 2,048 characters without credentials or control characters, otherwise null.
 * Encodes blanks, which older records contain, like browsers do.
 */
export function httpUrl(text: string): string | null {
  const url = text.trim();
  const isUsable =
    url.length <= URL_LENGTH && HTTP_ADDRESS.test(url) && !CONTROL_CHARACTER.test(url) && isParsable(url);
  return isUsable ? url.replace(/\s/g, encodeURIComponent) : null;
}

// Refuses "https:host", "https:///host", "https:\\host" and "https://me:pw@host", which the URL parser accepts.
const HTTP_ADDRESS = /^https?:\/\/[^\s\\/?#@]+(?:[/?#]|$)/i;

const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}]/u;

function isParsable(url: string): boolean {
  try {
    return Boolean(new URL(url));
  } catch {
    return false;
  }
}

const LETTER = /[\p{L}\p{N}]/u;

/** Matches common names of single-character letters with single spaces, for a fast path. */
const COMMON_NAME =
  /^[a-z\u00c0-\u00d6\u00d8-\u00de\u0100-\u0148\u014a-\u017e][\w.'\u00c0-\u024f-]*(?: [a-z\u00c0-\u00d6\u00d8-\u00de\u0100-\u0148\u014a-\u017e][\w.'\u00c0-\u024f-]*)+$/i;

/** Returns the first letters in upper case; without letters, the first characters. */
function firstLetters(word: string, count: number): string {
  const text = word.slice(0, 64).normalize("NFC");
  // Uses only the beginning if possible: a single-character letter ends the letter before it.
  const beginning = text.slice(0, count + 1);
  const isEnough = SINGLE_CHARACTERS.test(beginning) && LETTERS.test(beginning.slice(0, count));
  const characters = graphemes(isEnough ? beginning.slice(0, count) : text);
  const onlyLetters = characters.filter((character) => LETTER.test(character));
  return (onlyLetters.length > 0 ? onlyLetters : characters).slice(0, count).map(toUpperLetter).join("");
}

/** Returns an upper-case letter; "ß" becomes "S", not "SS". */
function toUpperLetter(letter: string): string {
  return graphemes(letter.toUpperCase())[0] ?? "";
}

/** Matches single-character letters in the common scripts: fast, and without Intl.Segmenter. */
const SINGLE_CHARACTERS =
  /^[\u0020-\u007e\u00c0-\u024f\u0370-\u03ff\u0400-\u0481\u048a-\u052f\u05d0-\u05ea\u0621-\u064a\u1e00-\u1fff\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/;
const LETTERS = /^[\p{L}\p{N}]+$/u;

let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): string[] {
  if (SINGLE_CHARACTERS.test(text)) return Array.from(text);
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
