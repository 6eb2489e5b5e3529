/**
 * Names that look like another one: letters of other scripts, digits for letters, an initial put in between. Which letters
 * look alike is Unicode's list (UTS #39, confusables.txt).
 */
import anyAscii from "any-ascii";
import { LRUCache } from "lru-cache";
import { normalized } from "~/db.server";

/** Soft hyphens, joiners and the like, which part a word and nobody sees (Unicode UTS #39 §4 leaves them out). */
export const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
const MARKS = /\p{M}+/gu;
const MOST_READINGS = 32;
/** No name is as long. */
const MOST_CHARACTERS = 500;

interface Readings {
  /** The name without what nobody sees. */
  visible: string;
  /** The nearest one first; of a name in plain Latin letters that is the name itself. */
  readings: string[];
}

/**
 * Returns at most 32 readings of a name in Latin letters; beyond them, further doubtful letters have their first
 * reading.
 */
export async function readingsOf(name: string): Promise<Readings> {
  const visible = name.replace(INVISIBLE, "");
  if (visible.length > MOST_CHARACTERS) return { visible, readings: [visible] };
  const isPlain = /^[\x00-\x7f]*$/.test(visible);
  const prototypeOf = isPlain ? String : await loadPrototypes();
  let readings = [""];
  // A letter with its mark is one sign: it may be written out.
  for (const word of normalized(visible, "NFC").match(/[\p{L}\p{M}\p{N}\p{So}|]+|[^\p{L}\p{M}\p{N}\p{So}|]+/gu) ?? []) {
    const isMixed = /\p{Ll}/u.test(word);
    let isFirst = true;
    for (const part of word.match(/rn|vv|VV|[^\p{M}]/gsu) ?? []) {
      const own = part < "\x80" ? plain(part, isFirst, isMixed) : lookAlikes(part, prototypeOf);
      isFirst = false;
      const among = readings.length * own.length > MOST_READINGS ? own.slice(0, 1) : own;
      readings = among.flatMap((letter) => readings.map((reading) => reading + letter));
    }
  }
  return { visible, readings };
}

/** One sign for all that looks alike, so that words can be compared: to be read again where they are the same. */
export async function looksOf(text: string): Promise<(word: string) => string> {
  const prototypeOf = /^[\x00-\x7f]*$/.test(text) ? String : await loadPrototypes();
  return (word) => {
    const latin = word.replace(/[^\x00-\x7f]/gu, (letter) => lookAlikes(letter, prototypeOf)[0] ?? letter);
    return latin.toLowerCase().replace(/rn|vv|[01|i]/g, (sign) => LOOKS[sign] ?? sign);
  };
}

const LOOKS: Record<string, string> = { rn: "m", vv: "w", "0": "o", "1": "l", "|": "l", i: "l" };

let loading: Promise<(text: string) => string> | undefined;

function loadPrototypes(): Promise<(text: string) => string> {
  loading ??= import("unhomoglyph").then(({ default: prototypeOf }) => prototypeOf);
  return loading;
}

/** Replaces what looks alike within ASCII: "l", "I", "1" and "|", "O" and "0", "m" and "rn", "w" and "vv". */
function plain(part: string, isFirst: boolean, isMixed: boolean): string[] {
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

/** Unicode's list is read from its beginning for each letter. */
const cache = new LRUCache<string, string[]>({ max: 2_000 });

/** The letters of Latin that a letter or sign of another kind looks like; the nearest to itself where there are none. */
function lookAlikes(letter: string, prototypeOf: (text: string) => string): string[] {
  const found = cache.get(letter) ?? findLookAlikes(letter, prototypeOf);
  cache.set(letter, found);
  return found;
}

function findLookAlikes(letter: string, prototypeOf: (text: string) => string): string[] {
  const prototype = prototypeOf(letter);
  const latin =
    ROUNDABOUT[prototype] ?? (/^[\p{Script=Latin}\p{So}]+$/u.test(prototype) ? anyAscii(prototype) : prototype);
  if (latin === "rn") return ["m"];
  if (latin === "0") return ["o"];
  // The list has one prototype for all of these.
  if (/^[il]$/i.test(latin)) return ["i", "l"];
  const nearest = /^[a-z]{1,2}$/i.test(latin) ? latin : normalized(letter, "NFKD").replace(MARKS, "");
  return [nearest, ...[WRITTEN_OUT[letter.toLowerCase()] ?? []].flat()];
}

/** As German and the Nordic languages write these letters where they are not to be had: "Mueller" for "Müller". */
const WRITTEN_OUT: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

/** A name with those letters written out; null where it has none. */
export function writtenOut(name: string): string | null {
  const composed = normalized(name, "NFC");
  const out = composed.replace(/[äöüøå]/gi, (letter) => WRITTEN_OUT[letter.toLowerCase()] ?? letter);
  return out === composed ? null : out;
}

/** What a name without such letters may be written out from: "Muller", as "Müller" reads without its mark. */
export function takenTogether(name: string): string {
  return name.replace(/([aou])e|(a)a/gi, "$1$2");
}

/** Of what Unicode's list has no letter of ASCII for, and no other list the one that it looks like. */
const ROUNDABOUT: Record<string, string> = { ʍ: "m" };

/** A letter alone, which is no beginning such as that of "O'Neill". */
const INITIAL = /(?<![\p{L}\p{N}'’])\p{L}(?![\p{L}\p{N}'’])/gu;

/** A name without initials such as "J." and "J.R.", where two further words remain; else null. */
export function withoutInitials(name: string): string | null {
  const bare = name.replace(INITIAL, " ");
  return bare !== name && (bare.match(/[\p{L}\p{N}]{2,}/gu) ?? []).length >= 2 ? bare : null;
}
