/** Looks words up in an English dictionary, because known words are not typos. */
import type nspell from "nspell";
import { spellingsOf } from "./spellings";

let dictionaryPromise: Promise<nspell> | undefined;

/** Matches the endings of plurals, pasts, gerunds and adverbs. */
export const INFLECTED = /(s|ed|ing|ly)$/;

/** Tells whether a folded word is English in any spelling, inflected, or a comparative or superlative of an English word. */
export async function isEnglish(word: string): Promise<boolean> {
  dictionaryPromise ??= readDictionary();
  const dictionary = await dictionaryPromise;
  // Looks up capitals, which the dictionary accepts for names as well as for ordinary words.
  return [...spellingsOf(word), ...basesOfComparative(word)].some((spelling) =>
    dictionary.correct(spelling.toUpperCase()),
  );
}

/** Tells whether a folded word is an English word other than a name: "reading" is, "boston" is not. */
export async function isOrdinaryWord(word: string): Promise<boolean> {
  dictionaryPromise ??= readDictionary();
  return (await dictionaryPromise).correct(word);
}

/** Returns the possible bases of "faster", "strongest", "larger", "happier" and "bigger". */
export function basesOfComparative(word: string): string[] {
  const [, base = ""] = /^([a-z]{3,})(?:er|est)$/.exec(word) ?? [];
  if (!base) return [];
  return [base, `${base}e`, base.replace(/i$/, "y"), base.replace(/([bdgmnpt])\1$/, "$1")];
}

/** Loads the dictionary, which takes about 30 MB and 0.2 s, when a question first has an unknown word. */
async function readDictionary(): Promise<nspell> {
  const [{ default: create }, { default: dictionary }] = await Promise.all([import("nspell"), import("dictionary-en")]);
  return create(Buffer.from(dictionary.aff), Buffer.from(dictionary.dic));
}
