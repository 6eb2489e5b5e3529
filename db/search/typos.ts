/** Finds the indexed words nearest to a misspelt one. */
import type { SearchContext } from "./full-text";

const MAX_COMPARED_WORDS = 200;
const MAX_CHOICES = 3;
const MIN_LENGTH = 5;
const MIN_UNFINISHED_LENGTH = 6;
const MIN_LENGTH_IN_OTHER_SCRIPTS = 4;
const MAX_LENGTH = 30;

/** Tells whether a word may be corrected. Numbers and short words are more likely other words. */
export function isCorrectable(word: string): boolean {
  const { length } = [...word];
  const shortest = /\p{scx=Latin}/u.test(word) ? MIN_LENGTH : MIN_LENGTH_IN_OTHER_SCRIPTS;
  return length >= shortest && length <= MAX_LENGTH && !/\p{N}/u.test(word);
}

/** Returns the indexed words with the smallest edit distance to a mistyped one, best first, then words of more experts. */
export async function nearestWords(
  { db, fullText }: SearchContext,
  word: string,
  isUnfinished: boolean,
): Promise<string[]> {
  const letters = [...word];
  const allowedSlips = letters.length < 8 ? 1 : 2;
  const canBegin = isUnfinished && letters.length >= MIN_UNFINISHED_LENGTH;
  const nearRows = (await fullText.similarWords(db, word, MAX_COMPARED_WORDS))
    .map((row) => ({ ...row, slips: editDistance(letters, [...row.word]), isPrefix: 0 }))
    .flatMap((row) => [row, { ...row, slips: canBegin ? prefixDistance(letters, [...row.word]) : 99, isPrefix: 1 }])
    .filter((row) => row.slips <= (row.isPrefix ? 1 : allowedSlips) && isCorrectable(row.word))
    .sort(
      (a, b) => a.slips - b.slips || a.isPrefix - b.isPrefix || b.experts - a.experts || (a.word < b.word ? -1 : 1),
    );
  return [...new Set(nearRows.map((row) => row.word))].slice(0, MAX_CHOICES);
}

/** Returns the edit distance, with swaps of adjacent letters: https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance. */
function editDistance(typed: string[], word: string[]): number {
  return lastRow(typed, word).at(-1) as number;
}

function prefixDistance(typed: string[], word: string[]): number {
  return Math.min(...lastRow(typed, word));
}

function lastRow(typed: string[], word: string[]): number[] {
  let earlierRow: number[] = [];
  let previousRow = [0, ...word.map((_, index) => index + 1)];
  for (const [i, letter] of typed.entries()) {
    const row = [i + 1];
    for (const [j, wordLetter] of word.entries()) {
      const replacementCost = (previousRow[j] as number) + (letter === wordLetter ? 0 : 1);
      let lowestCost = Math.min(replacementCost, (previousRow[j + 1] as number) + 1, (row[j] as number) + 1);
      const isSwap = i > 0 && j > 0 && letter === word[j - 1] && typed[i - 1] === wordLetter;
      if (isSwap) lowestCost = Math.min(lowestCost, (earlierRow[j - 1] as number) + 1);
      row.push(lowestCost);
    }
    earlierRow = previousRow;
    previousRow = row;
  }
  return previousRow;
}
