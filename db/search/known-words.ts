/** Words and places of English: somebody who typed one of them meant it. */
import { stemOf } from "./stems";

/** Of a word of the dictionary, which affixes it takes. */
type Flags = Map<string, string>;

interface Affix {
  flag: string;
  /** What it puts before a word, or in place of `strip` at its end. */
  added: string;
  strip: string;
  /** What the last letters of the word have to be, each of these, or none of them after "^"; "" for any. */
  before: string[];
}

interface Dictionary {
  words: Flags;
  stems: Set<string>;
  prefixes: Affix[];
  suffixes: Affix[];
}

let kept: Promise<Dictionary> | undefined;

/** Ends as a plural, a past, a gerund or an adverb do. */
export const INFLECTED = /(s|ed|ing|ly)$/;

/** Whether a folded word stands in the dictionary of English, as it is, inflected, or made of one of its words. */
export async function isEnglish(word: string): Promise<boolean> {
  kept ??= readDictionary();
  const known = await kept;
  return (
    known.words.has(word) ||
    (INFLECTED.test(word) && known.stems.has(stemOf(word))) ||
    comparedOf(word).some((one) => known.words.has(one)) ||
    isMade(word, known)
  );
}

/** What "faster" and "strongest", "larger", "happier" and "bigger" are made of, as far as their letters tell. */
export function comparedOf(word: string): string[] {
  const [, base = ""] = /^([a-z]{3,})(?:er|est)$/.exec(word) ?? [];
  if (!base) return [];
  return [base, `${base}e`, base.replace(/i$/, "y"), base.replace(/([bdgmnpt])\1$/, "$1")];
}

/** Whether a word is one of the dictionary's with one of the affixes it takes there: "refuse" is "fuse" with "re". */
function isMade(word: string, { words, prefixes, suffixes }: Dictionary): boolean {
  const takes = (base: string, flags: string) => {
    const own = words.get(base);
    return own !== undefined && [...flags].every((flag) => own.includes(flag));
  };
  const withSuffix = (one: string, flags: string) =>
    suffixes.some(({ flag, added, strip, before }) => {
      if (!one.endsWith(added) || one.length <= added.length) return false;
      const base = one.slice(0, one.length - added.length) + strip;
      return endsSo(base, before) && takes(base, flags + flag);
    });
  if (withSuffix(word, "")) return true;
  return prefixes.some(({ flag, added }) => {
    const base = word.startsWith(added) ? word.slice(added.length) : "";
    return base !== "" && (takes(base, flag) || withSuffix(base, flag));
  });
}

function endsSo(word: string, letters: string[]): boolean {
  return letters.every((one, at) => {
    const letter = word.at(at - letters.length) ?? "";
    const set = one.replace(/^\[\^?|\]$/g, "");
    return letter !== "" && set.includes(letter) !== one.startsWith("[^");
  });
}

/** The dictionary's words are lines such as "football/MRZGS"; its affixes "SFX D y ied [^aeiou]y": see hunspell(5). */
async function readDictionary(): Promise<Dictionary> {
  const { default: dictionary } = await import("dictionary-en");
  const lines = Buffer.from(dictionary.dic).toString("utf8").split("\n").slice(1);
  const words: Flags = new Map();
  for (const line of lines) {
    const [word = "", flags = ""] = line.split("/", 2);
    const folded = word.toLowerCase();
    words.set(folded, (words.get(folded) ?? "") + flags);
  }
  const rules = Buffer.from(dictionary.aff).toString("utf8").split("\n");
  const affixes = (kind: string) =>
    rules.flatMap((rule): Affix[] => {
      const [name, flag = "", strip = "", added = "", before] = rule.trim().split(/\s+/);
      // A rule of two parts less says how many follow.
      if (name !== kind || before === undefined) return [];
      return [{ flag, added, strip: strip === "0" ? "" : strip, before: before.match(/\[[^\][]+\]|[^.[\]]/g) ?? [] }];
    });
  return {
    words,
    stems: new Set(Array.from(words.keys(), stemOf)),
    prefixes: affixes("PFX"),
    suffixes: affixes("SFX"),
  };
}
