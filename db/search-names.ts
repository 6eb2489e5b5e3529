/** Names that were misspelt: which words of names come nearest to what was typed. */
import type SQLite from "better-sqlite3";
import { LAST, variantsOf } from "./search-format";

/** So many names are compared, and taken as replacements of a word. */
const MAX_NAMES = 1_000;
const MAX_CHOICES = 3;

const NEAR = `
  SELECT "word", "experts", 0 AS "begins" FROM "searchNames" WHERE "word" IN (
    SELECT "word" FROM "searchNameVariants"
    WHERE "variant" IN (SELECT "value" FROM json_each(@variants)) LIMIT ${MAX_NAMES})
  UNION ALL SELECT * FROM (SELECT "word", "experts", 1 FROM "searchNames"
    WHERE @unfinished AND "word" >= @beginning AND "word" < @last LIMIT ${MAX_NAMES})`;

/**
 * The names' words nearest to a mistyped one, best first: fewer slips (a letter missing, extra, wrong, or two
 * swapped), then names of more experts. One slip in 4 to 7 letters, two in 8 or more.
 *
 * @param unfinished the word may also be the mistyped beginning of a longer one.
 */
export function nearestNames(reader: SQLite.Database, word: string, unfinished: boolean): string[] {
  const letters = [...word];
  const allowed = letters.length < 8 ? 1 : 2;
  const beginning = letters.slice(0, 2).join("");
  const variants = JSON.stringify(variantsOf(word));
  const rows = reader
    .prepare<unknown[], { word: string; experts: number; begins: 0 | 1 }>(NEAR)
    .all({ variants, unfinished: unfinished ? 1 : 0, beginning, last: beginning + LAST });
  const near = rows
    .map((row) => ({ ...row, slips: slips(letters, [...row.word], row.begins === 1) }))
    .filter((row) => row.slips <= (row.begins ? 1 : allowed))
    .sort((a, b) => a.slips - b.slips || a.begins - b.begins || b.experts - a.experts || (a.word < b.word ? -1 : 1));
  return [...new Set(near.map((row) => row.word))].slice(0, MAX_CHOICES);
}

/** How many slips lie between two words, or between the first and the nearest beginning of the second. */
function slips(typed: string[], name: string[], toBeginning: boolean): number {
  let beforeLast: number[] = [];
  let last = [0, ...name.map((_, at) => at + 1)];
  for (const [i, letter] of typed.entries()) {
    const row = [i + 1];
    for (const [j, other] of name.entries()) {
      const replaced = (last[j] as number) + (letter === other ? 0 : 1);
      let best = Math.min(replaced, (last[j + 1] as number) + 1, (row[j] as number) + 1);
      const isSwap = i > 0 && j > 0 && letter === name[j - 1] && typed[i - 1] === other;
      if (isSwap) best = Math.min(best, (beforeLast[j - 1] as number) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return toBeginning ? Math.min(...last) : (last.at(-1) as number);
}
