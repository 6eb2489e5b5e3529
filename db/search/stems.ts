/** Words by their stems, so that "trial" finds "trials", and "senescent" finds "senescence". */
import { stemmer } from "stemmer";

/** Stands before a stem among indexed words; no word that is typed has it. */
export const STEM = "§";

const ENGLISH = /^[a-z]{3,}$/;

/** The stem of a folded word by Porter's rules for English, or the word itself. */
export function stemOf(word: string): string {
  return ENGLISH.test(word) ? stemmer(word) : word;
}

/** The stem as it is indexed; null for a word that has none. */
export function indexedStem(word: string): string | null {
  return ENGLISH.test(word) ? STEM + stemmer(word) : null;
}
