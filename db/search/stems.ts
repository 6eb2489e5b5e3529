/** Reduces words to their stems, so that "trial" finds "trials", and "senescent" finds "senescence". */
import { LRUCache } from "lru-cache";
import { stemmer } from "stemmer";
import { TOKEN_MARK } from "./spellings";

/** Marks a stem among indexed words. */
export const STEM = TOKEN_MARK;

const ENGLISH = /^[a-z]{3,}$/;

/** Caches stems, because texts repeat words, and stemming is slower than a look-up. */
const stems = new LRUCache<string, string>({ max: 2_000 });

function englishStem(word: string): string {
  const cachedStem = stems.get(word);
  if (cachedStem !== undefined) return cachedStem;
  const stem = stemmer(word);
  stems.set(word, stem);
  return stem;
}

/** Returns the stem of a folded word by Porter's algorithm for English, or the word itself in other scripts. */
export function stemOf(word: string): string {
  return ENGLISH.test(word) ? englishStem(word) : word;
}

/** Returns the stem with its mark, as in the index; null for words of other scripts. */
export function indexedStem(word: string): string | null {
  return ENGLISH.test(word) ? STEM + englishStem(word) : null;
}
