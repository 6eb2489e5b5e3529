/**
 * Reads names that look like another one: with letters of other scripts, digits for letters, or an added initial. Unicode
 * lists the letters that look alike (UTS #39, confusables.txt).
 */
import anyAscii from "any-ascii";
import { LRUCache } from "lru-cache";
import { normalized } from "~/db.server";

/** Matches invisible characters within words, such as soft hyphens and joiners (Unicode UTS #39 §4 leaves them out). */
export const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
const MARKS = /\p{M}+/gu;
const MAX_READINGS = 32;
/** Limits the characters; no name is as long. */
const MAX_CHARACTERS = 500;

interface Readings {
  /** The name without invisible characters. */
  visibleName: string;
  /** The readings, the nearest first; for a name in plain Latin letters, that is the name itself. */
  readings: string[];
}

/**
 * Returns at most 32 readings of a name in Latin letters; beyond them, further doubtful letters have their first reading.
 */
export async function readingsOf(name: string): Promise<Readings> {
  const visibleName = name.replace(INVISIBLE, "");
  if (visibleName.length > MAX_CHARACTERS) return { visibleName, readings: [visibleName] };
  const isPlain = /^[\x00-\x7f]*$/.test(visibleName);
  const prototypeOf = isPlain ? String : await loadPrototypes();
  let readings = [""];
  // Treats a letter with its mark as one character, because it may be written out.
  for (const word of normalized(visibleName, "NFC").match(/[\p{L}\p{M}\p{N}\p{So}|]+|[^\p{L}\p{M}\p{N}\p{So}|]+/gu) ??
    []) {
    const isMixed = /\p{Ll}/u.test(word);
    let isFirst = true;
    for (const part of word.match(/rn|vv|VV|[^\p{M}]/gsu) ?? []) {
      const letters = part < "\x80" ? asciiLookAlikes(part, isFirst, isMixed) : lookAlikes(part, prototypeOf);
      isFirst = false;
      const choices = readings.length * letters.length > MAX_READINGS ? letters.slice(0, 1) : letters;
      readings = choices.flatMap((letter) => readings.map((reading) => reading + letter));
    }
  }
  return { visibleName, readings };
}

/**
 * Returns a function that reduces a word to its skeleton (UTS #39 §4): characters that look alike become one. Words with
 * equal skeletons may still differ.
 */
export async function loadSkeleton(text: string): Promise<(word: string) => string> {
  const prototypeOf = /^[\x00-\x7f]*$/.test(text) ? String : await loadPrototypes();
  return (word) => {
    const latin = word.replace(/[^\x00-\x7f]/gu, (letter) => lookAlikes(letter, prototypeOf)[0] ?? letter);
    return latin.toLowerCase().replace(/rn|vv|[01|i]/g, (character) => SKELETONS[character] ?? character);
  };
}

const SKELETONS: Record<string, string> = { rn: "m", vv: "w", "0": "o", "1": "l", "|": "l", i: "l" };

let loading: Promise<(text: string) => string> | undefined;

function loadPrototypes(): Promise<(text: string) => string> {
  loading ??= import("unhomoglyph").then(({ default: prototypeOf }) => prototypeOf);
  return loading;
}

/** Replaces characters that look alike within ASCII: "l", "I", "1" and "|", "O" and "0", "m" and "rn", "w" and "vv". */
function asciiLookAlikes(part: string, isFirst: boolean, isMixed: boolean): string[] {
  switch (part) {
    case "rn":
      return ["rn", "m"];
    case "m":
      return ["m", "rn"];
    case "vv":
    case "VV":
      return [part, "w"];
    case "0":
      return ["0", "o"];
    case "1":
    case "|":
      return [part, "l", "i"];
    case "I":
      return isMixed && !isFirst ? ["I", "l"] : ["I"];
    case "l":
      return isFirst ? ["l", "I"] : ["l"];
    default:
      return [part];
  }
}

/** Caches letters, because Unicode's list is read from its beginning for each. */
const cache = new LRUCache<string, string[]>({ max: 2_000 });

/** Returns the Latin letters that another letter or character looks like; if there are none, the letters nearest to it. */
function lookAlikes(letter: string, prototypeOf: (text: string) => string): string[] {
  const letters = cache.get(letter) ?? findLookAlikes(letter, prototypeOf);
  cache.set(letter, letters);
  return letters;
}

function findLookAlikes(letter: string, prototypeOf: (text: string) => string): string[] {
  const prototype = prototypeOf(letter);
  const latin =
    NEAREST_LETTERS[prototype] ?? (/^[\p{Script=Latin}\p{So}]+$/u.test(prototype) ? anyAscii(prototype) : prototype);
  if (latin === "rn") return ["m"];
  if (latin === "0") return ["o"];
  // Distinguishes these, because the list has one prototype for all of them.
  if (/^[il]$/i.test(latin)) return ["i", "l"];
  const nearest = /^[a-z]{1,2}$/i.test(latin) ? latin : normalized(letter, "NFKD").replace(MARKS, "");
  return [nearest, ...[WRITTEN_OUT[letter.toLowerCase()] ?? []].flat()];
}

/** Letters as German and the Nordic languages write them on other keyboards: "Mueller" for "Müller". */
const WRITTEN_OUT: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/** Returns a name with letters such as “ü” written out; null if it has none. */
export function writeOut(name: string): string | null {
  const composed = normalized(name, "NFC");
  const writtenName = composed.replace(/[äöüøå]/gi, (letter) => WRITTEN_OUT[letter.toLowerCase()] ?? letter);
  return writtenName === composed ? null : writtenName;
}

/**
 * Returns the spellings in Latin letters of a name in Cyrillic or Greek: "Мария" is written "Mariya" and "Maria", "Юрий"
 * "Yuriy", "Yuri" and "Yury".
 */
export function latinSpellings(name: string): string[] {
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name)) return [];
  const latin = anyAscii(name).replaceAll("'", "");
  const simpleName = latin.replace(/iya\b/g, "ia");
  return [...new Set([latin, ...["iy", "i", "y"].map((end) => simpleName.replace(/iy\b/g, end))])];
}

/**
 * Returns the short form of a name that may have such letters written out: "Muller", as "Müller" reads without its mark.
 */
export function contractLetters(name: string): string {
  return name.replace(/([aou])e|(a)a/gi, "$1$2");
}

/** Letters that Unicode's list gives no letter of ASCII for, with the letter they resemble. */
const NEAREST_LETTERS: Record<string, string> = { ʍ: "m" };

/** Matches a single letter that does not begin a name such as "O'Neill". */
const INITIAL = /(?<![\p{L}\p{N}'’])\p{L}(?![\p{L}\p{N}'’])/gu;

/** Returns a name without initials such as "J." and "J.R.", if two further words remain; otherwise null. */
export function withoutInitials(name: string): string | null {
  const shortName = name.replace(INITIAL, " ");
  return shortName !== name && (shortName.match(/[\p{L}\p{N}]{2,}/gu) ?? []).length >= 2 ? shortName : null;
}
