/** Words by their stems, so that "trial" finds "trials", and "senescent" finds "senescence". */
import { LRUCache } from "lru-cache";
import { stemmer } from "stemmer";
import { MADE } from "./spellings";

/** Stands before a stem among indexed words. */
export const STEM = MADE;

const ENGLISH = /^[a-z]{3,}$/;

/** A text says the same words again and again, and the rules take longer than to remember. */
const stems = new LRUCache<string, string>({ max: 2_000 });

function englishStem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word);
  stems.set(word, stem);
  return stem;
}

/** The stem of a folded word by Porter's rules for English, or the word itself. */
export function stemOf(word: string): string {
  return ENGLISH.test(word) ? englishStem(word) : word;
}

/** The stem as it is indexed; null for a word that has none. */
export function indexedStem(word: string): string | null {
  return ENGLISH.test(word) ? STEM + englishStem(word) : null;
}
