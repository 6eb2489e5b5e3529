/** Defines an engine's full-text search. Both engines have the same tables, each with a column "rowid". */
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { Database } from "../schema";
import type { Terms } from "./terms";

export const TEXT_INDEXES = [
  "expertNames",
  "expertTitles",
  "expertContributions",
  "expertTexts",
  "imageSearch",
  "articleSearch",
  "librarySearch",
  "submissionSearch",
] as const;

export type TextIndex = (typeof TEXT_INDEXES)[number];

export interface IndexedText {
  rowId: number;
  scope: string[]; // In ASCII letters and digits
  words: string[]; // Folded
}

export interface FullText {
  /** Returns the condition that a row of `index` has the terms, if any, and one scope of each non-empty group. */
  matches(index: TextIndex, terms: Terms | null, scopes?: string[][]): RawBuilder<SqlBool>;
  /** Returns the first rows by number that satisfy a condition of `matches`. @param options `isFew`: a minority is expected to match. */
  first(
    db: Kysely<Database>,
    index: TextIndex,
    condition: RawBuilder<SqlBool>,
    options: { limit: number; isFew: boolean },
  ): Promise<number[]>;
  /** Tells whether any row of `index` has the terms. */
  hasAny(db: Kysely<Database>, index: TextIndex, terms: Terms): Promise<boolean>;
  /** Adds rows that are not in the index. */
  add(db: Kysely<Database>, index: TextIndex, texts: IndexedText[]): Promise<void>;
  /** Removes rows; skips those that are not in the index. */
  remove(db: Kysely<Database>, index: TextIndex, rowIds: number[]): Promise<void>;
  /** Adds `change` to the counts of words, and removes words that no expert has. */
  countWords(db: Kysely<Database>, changes: Map<string, number>): Promise<void>;
  /** Returns at most `limit` indexed words that share most groups of three letters with a word. */
  similarWords(db: Kysely<Database>, word: string, limit: number): Promise<{ word: string; experts: number }[]>;
}

/** The database or transaction in which a search runs, and its engine's full-text search. */
export interface SearchContext {
  db: Kysely<Database>;
  fullText: FullText;
}

/** Returns the groups of three letters in a word, with a space before and after it. */
export function trigrams(word: string): string[] {
  const paddedWord = [" ", ...word, " "];
  return paddedWord.slice(2).map((_, index) => paddedWord.slice(index, index + 3).join(""));
}
