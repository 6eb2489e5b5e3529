/** Splits texts into the words of the index and the terms of searches. */
import { words } from "../fold";
import { spellingsOf } from "./spellings";

/** A condition on a text: a word or prefix, all of several terms and none of others, or any of several. */
export type Terms = { word: string; isPrefix: boolean } | { all: Terms[]; none?: Terms[] } | { any: Terms[] };

/** Sorts, appended to a prefix, after every word with this prefix. */
export const SORTS_LAST = "\u{10FFFF}";

const MAX_TEXT_LENGTH = 4_000;
export const MAX_WORDS = 12;
const MAX_WORD_LENGTH = 64;

/** Returns the first words of a text, at most `maxCount`. */
export function typedWords(text: string, maxCount = MAX_WORDS): string[] {
  return words(text.slice(0, MAX_TEXT_LENGTH)).slice(0, maxCount).map(truncateWord);
}

const UNSPACED = /((?:\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{scx=Thai}|\p{scx=Laoo}|\p{scx=Khmr}|\p{scx=Mymr})+)/u;
const MAX_UNSPACED_NAME_LENGTH = 8;

/** Returns the indexed tokens of a text, in order. */
export function tokensIn(text: string): string[] {
  return words(text).flatMap(tokensOfWord);
}

/** Returns the indexed tokens of a text, each once. */
export function uniqueTokens(text: string): string[] {
  return [...new Set(tokensIn(text))];
}

function tokensOfWord(word: string): string[] {
  const parts = word.split(UNSPACED);
  if (parts.length === 1) return [truncateWord(word)];
  const name = [...word].length <= MAX_UNSPACED_NAME_LENGTH ? [word] : [];
  return [
    ...name,
    ...parts.flatMap((part, index) => (index % 2 === 1 ? pairsOf(part) : part ? [truncateWord(part)] : [])),
  ];
}

function pairsOf(text: string): string[] {
  const letters = [...text];
  return letters.map((letter, index) => letter + (letters[index + 1] ?? ""));
}

/** Returns the terms of one folded word, in British and American spelling. */
export function termsOf(word: string, isPrefix: boolean): Terms {
  const parts = word.split(UNSPACED);
  return {
    all: parts.flatMap((part, index) =>
      index % 2 === 1 ? unspacedTerms(part) : part ? [spellingTerms(part, isPrefix)] : [],
    ),
  };
}

/** Tells whether a word has letters of a script without spaces between words. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

function unspacedTerms(text: string): Terms[] {
  const pairs = pairsOf(text);
  if (pairs.length === 1) return [{ word: text, isPrefix: true }];
  return pairs.slice(0, -1).map((word) => ({ word, isPrefix: false }));
}

function spellingTerms(word: string, isPrefix: boolean): Terms {
  return { any: spellingsOf(word).map((spelling) => ({ word: spelling, isPrefix })) };
}

/** Returns unfolded terms for the index of submissions, which triggers fill without folding letters such as "ø". */
export function unfoldedTerms(text: string): Terms {
  const allWords = text.slice(0, MAX_TEXT_LENGTH).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  // Skips marks without a letter: no text has them as a word, and PostgreSQL refuses a query with an empty word.
  const typed = allWords.filter((word) => words(word).length > 0).slice(0, MAX_WORDS);
  return { all: typed.map((word, index) => ({ word: truncateWord(word), isPrefix: index === typed.length - 1 })) };
}

function truncateWord(word: string): string {
  return word.length <= MAX_WORD_LENGTH ? word : [...word].slice(0, MAX_WORD_LENGTH).join("");
}
