import { normalized, words } from "~/db.server";

const MAX_CHARACTERS = 80;
const MAX_WORDS = 6;
const MIN_LETTERS = 3;
const ALLOWED_CHARACTERS = /^[\p{L}\p{M}\p{N} .,'’&+()/-]+$/u;
const YEAR = /^(19|20)\d\d$/;

/**
 * Returns the folded words of a search; null if it cannot be a person or a topic, or may be an email or a postal
 * address. Those contain a forbidden character, or a number that is no year.
 */
export function countableWords(text: string): string | null {
  const typedText = normalized(text.slice(0, 200), "NFC").replace(/\s+/g, " ").trim();
  if (typedText.length > MAX_CHARACTERS || !ALLOWED_CHARACTERS.test(typedText)) return null;
  if ((typedText.match(/\p{L}/gu) ?? []).length < MIN_LETTERS) return null;
  const searchWords = words(typedText);
  if (searchWords.length === 0 || searchWords.length > MAX_WORDS) return null;
  if (searchWords.some((word) => /^\p{N}+$/u.test(word) && !YEAR.test(word))) return null;
  return searchWords.join(" ");
}
