/** Tells whether words are English words or places, and so no typos. */
import type nspell from "nspell";
import { spellingsOf } from "./spellings";

let dictionaryPromise: Promise<nspell> | undefined;

/** Matches the endings of plurals, pasts, gerunds and adverbs. */
export const INFLECTED = /(s|ed|ing|ly)$/;

/**
 * Tells whether the English dictionary has a folded word in any spelling: as it is, inflected, or as a comparison of one of
 * its words.
 */
export async function isEnglish(word: string): Promise<boolean> {
  dictionaryPromise ??= readDictionary();
  const dictionary = await dictionaryPromise;
  // Looks up capitals, which the dictionary reads as a name and as small letters.
  return [...spellingsOf(word), ...comparedOf(word)].some((spelling) => dictionary.correct(spelling.toUpperCase()));
}

/** Tells whether a folded word is an English word in small letters: "reading" is, "boston" is not. */
export async function isOrdinaryWord(word: string): Promise<boolean> {
  dictionaryPromise ??= readDictionary();
  return (await dictionaryPromise).correct(word);
}

/** Returns the possible bases of "faster", "strongest", "larger", "happier" and "bigger". */
export function comparedOf(word: string): string[] {
  const [, base = ""] = /^([a-z]{3,})(?:er|est)$/.exec(word) ?? [];
  if (!base) return [];
  return [base, `${base}e`, base.replace(/i$/, "y"), base.replace(/([bdgmnpt])\1$/, "$1")];
}

/** Reads the dictionary at its first use: it takes some 30 MB and 0.2 s, and only questions with unknown words need it. */
async function readDictionary(): Promise<nspell> {
  const [{ default: create }, { default: dictionary }] = await Promise.all([import("nspell"), import("dictionary-en")]);
  return create(Buffer.from(dictionary.aff), Buffer.from(dictionary.dic));
}
