/** Words and places of English: somebody who typed one of them meant it. */
import type nspell from "nspell";
import { spellingsOf } from "./spellings";

let kept: Promise<nspell> | undefined;

/** Ends as a plural, a past, a gerund or an adverb do. */
export const INFLECTED = /(s|ed|ing|ly)$/;

/** Whether a folded word stands in the dictionary of English in any spelling, as it is, inflected, or made of one of its words. */
export async function isEnglish(word: string): Promise<boolean> {
  kept ??= readDictionary();
  const dictionary = await kept;
  // In capitals it is also looked up as a name, and in small letters.
  return [...spellingsOf(word), ...comparedOf(word)].some((one) => dictionary.correct(one.toUpperCase()));
}

/** Tells whether a folded word is one of English in small letters: "reading" is, "boston" is not. */
export async function isOrdinaryWord(word: string): Promise<boolean> {
  kept ??= readDictionary();
  return (await kept).correct(word);
}

/** What "faster" and "strongest", "larger", "happier" and "bigger" are made of, as far as their letters tell. */
export function comparedOf(word: string): string[] {
  const [, base = ""] = /^([a-z]{3,})(?:er|est)$/.exec(word) ?? [];
  if (!base) return [];
  return [base, `${base}e`, base.replace(/i$/, "y"), base.replace(/([bdgmnpt])\1$/, "$1")];
}

/** Takes some 30 MB and 0.2 s: only who types what no expert has needs it. */
async function readDictionary(): Promise<nspell> {
  const [{ default: create }, { default: dictionary }] = await Promise.all([import("nspell"), import("dictionary-en")]);
  return create(Buffer.from(dictionary.aff), Buffer.from(dictionary.dic));
}
