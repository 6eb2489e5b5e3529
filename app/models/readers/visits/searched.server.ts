import { normalized, words } from "~/db.server";

const MAX_CHARACTERS = 80;
const MAX_WORDS = 6;
const MIN_LETTERS = 3;
const SIGNS = /^[\p{L}\p{M}\p{N} .,'’&+()/-]+$/u;
const YEAR = /^(19|20)\d\d$/;

/**
 * Returns the folded words of a search for counting; null for a text that is no search for a person or topic, or may be an
 * address: mail addresses have a character that is not allowed, others a number that stands alone.
 */
export function searchedWords(text: string): string | null {
  const typed = normalized(text.slice(0, 200), "NFC").replace(/\s+/g, " ").trim();
  if (typed.length > MAX_CHARACTERS || !SIGNS.test(typed)) return null;
  if ((typed.match(/\p{L}/gu) ?? []).length < MIN_LETTERS) return null;
  const all = words(typed);
  if (all.length === 0 || all.length > MAX_WORDS) return null;
  if (all.some((word) => /^\p{N}+$/u.test(word) && !YEAR.test(word))) return null;
  return all.join(" ");
}
