/**
 * What the full-text index of the experts in the public lists is made of (decision D21): SQLite's FTS5, written by search-index.ts and
 * asked by search.ts.
 *
 * The words are ours: `words()` folds and splits a text, and FTS5 only keeps the resulting tokens:
 *
 *   sinclair     a word anywhere in the entry          +sinclair    the same word in name, title or category label
 *   =sinclair    the same word in the name             :6163        a category's key, in hexadecimal
 *
 * A document's number rises with the place in the lists: featured experts first, then by the first letters of the
 * name, then by `rowId` (see `documentNumber`). FTS5 yields matches by rising number, so however many there are, the
 * first few are nearly the right ones. Those are ranked exactly; the rest follows by number. That bounds the work.
 * The number ends with the expert's set of categories, so that matches are counted per category without a lookup each.
 */

import { words } from "./fold";
import { NOT_FEATURED } from "./schema";

/** What of an expert is searched. Texts of any length; `categoryLabels` as readers see them. */
export interface SearchText {
  name: string;
  title: string;
  categoryLabels: string[];
  longevityContribution: string;
  biography: string;
}

/** Sorts after every text that may follow a beginning. */
export const LAST = "\u{10FFFF}";
/** Of a longer word, its beginning. */
const MAX_WORD = 64;

/** Where an expert stands in the public lists. */
export interface Place {
  rowId: number;
  rank: number;
  sortName: string;
  /** JSON list of category keys in order. */
  categories: string;
  /** The id of that list in `searchCategories`. */
  categoriesId: number;
}

export const ROW_IDS = 2 ** 24;
export const CATEGORY_SETS = 2 ** 10;
/** Stands for every set after the first 1,022: nine categories have 511, but keys of any kind may be stored. */
export const MANY_SETS = CATEGORY_SETS - 1;

/**
 * One number per expert, rising with the place in the lists: 1 bit for "not featured", 12 for the first two letters of
 * `sortName`, 24 for `rowId`, 10 for the set of categories. Below 2^47, so that JavaScript and JSON carry it exactly.
 */
export function documentNumber({ rowId, rank, sortName, categoriesId }: Place): number {
  const [first, second] = sortName;
  const place = (rank < NOT_FEATURED ? 0 : 64 * 64) + letterRank(first) * 64 + letterRank(second);
  return (place * ROW_IDS + rowId) * CATEGORY_SETS + Math.min(categoriesId, MANY_SETS);
}

/** The expert of a number. */
export function rowIdOf(number: number): number {
  return Math.floor(number / CATEGORY_SETS) % ROW_IDS;
}

/** Whether the expert of a number stands before all who are not featured. */
export function isFeatured(number: number): boolean {
  return placeOf(number) < 64 * 64;
}

/**
 * What experts share whose order their numbers do not tell, rising with the place in the lists: the first two letters of their names,
 * or where several letters share a rank, the first.
 */
export function sharedPlace(number: number): number {
  const place = placeOf(number);
  const first = Math.floor(place / 64);
  return first % 64 < SHARED_RANKS ? place : first * 64;
}

function placeOf(number: number): number {
  return Math.floor(number / (ROW_IDS * CATEGORY_SETS));
}

/** From here on ranks are shared by several letters. */
const SHARED_RANKS = 38;

/** Ranks a letter from 0 to 63 as texts sort; letters beyond a to z share a few ranks. */
function letterRank(letter = ""): number {
  if (letter < "0") return letter ? 1 : 0;
  if (letter <= "9") return 2 + Number(letter);
  if (letter <= "z") return 12 + Math.max(0, letter.charCodeAt(0) - 97);
  return SHARED_RANKS + Math.min(25, (letter.codePointAt(0) as number) >> 11);
}

/** What is indexed of an expert, and the words of the name. */
export function tokensOf(text: SearchText, categories: string[]): { tokens: string; nameWords: string } {
  const name = words(text.name);
  const head = [...name, ...words(text.title), ...words(text.categoryLabels.join(" "))];
  const all = [...head, ...words(text.longevityContribution), ...words(text.biography)];
  const tokens = new Set(categories.map(categoryToken));
  for (const [mark, marked] of [
    ["", all],
    ["+", head],
    ["=", name],
  ] as const) {
    for (const word of new Set(marked)) for (const token of tokensOfWord(word)) tokens.add(mark + token);
  }
  return { tokens: [...tokens].join(" "), nameWords: [...new Set(name.map(cut))].join(" ") };
}

/** Scripts that write no space between words: there, each pair of neighbouring letters stands for a word. */
export const UNSPACED =
  /((?:\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{scx=Thai}|\p{scx=Laoo}|\p{scx=Khmr}|\p{scx=Mymr})+)/u;

const UNSPACED_ANYWHERE = new RegExp(UNSPACED.source, "u");

function tokensOfWord(word: string): string[] {
  if (!UNSPACED_ANYWHERE.test(word)) return [cut(word)];
  // Splitting by a group puts what the group matched at the odd places.
  return word.split(UNSPACED).flatMap((part, place) => {
    if (place % 2 === 0) return part ? cut(part) : [];
    const letters = [...part];
    return letters.map((letter, at) => letter + (letters[at + 1] ?? ""));
  });
}

/** As much of a word as counts. */
export function cut(word: string): string {
  return word.length <= MAX_WORD ? word : [...word].slice(0, MAX_WORD).join("");
}

/** What stands for a category among the words. */
export function categoryToken(category: string): string {
  return `:${Buffer.from(category).toString("hex")}`;
}

/** The word itself and the word without any one of its letters; nothing of words too short to be mistyped. */
export function variantsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length < 3) return [];
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(""))])];
}
