/** The interface of the engine at either end of a copy. */
import type { Engine, Queryable } from "../engine";
import type { FullText, IndexedText, TextIndex } from "../search/full-text";

export type Row = Record<string, string | number | null>;

export interface Table {
  name: string;
  columns: string[]; // In alphabetical order
  key: string[]; // All columns if there is no primary key
  references: string[]; // The tables that its rows point to
}

/** A snapshot to read, or a transaction that also writes. */
export interface End {
  kind: Engine["kind"];
  db: Queryable;
  fullText: FullText;
  /** The columns of each table. */
  columns(): Promise<Map<string, string[]>>;
  /** All rows in the order of the key, in batches. */
  rows(table: Table): AsyncGenerator<Row[]>;
  /** All entries of an index in the order of their rows, in batches. */
  texts(index: TextIndex): AsyncGenerator<IndexedText[]>;
  /**
   * Returns the highest number that each table with numbered rows has assigned, if it may be higher than the remaining
   * ones.
   */
  lastNumbers(): Promise<Map<string, number>>;
  setLastNumbers(numbers: Map<string, number>): Promise<void>;
}

const MOST_ITEMS = 500;
const MOST_CHARACTERS = 1_000_000;

/** Divides items into batches that are limited in number and in characters. */
export function* inBatches<Item>(items: Iterable<Item>, charactersOf: (item: Item) => number): Generator<Item[]> {
  let [batch, characters]: [Item[], number] = [[], 0];
  for (const item of items) {
    batch.push(item);
    characters += charactersOf(item);
    if (batch.length < MOST_ITEMS && characters < MOST_CHARACTERS) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length) yield batch;
}

/** Returns the number of items to read next, after so many characters of the last ones. */
export function nextCount(count: number, characters: number): number {
  return Math.max(1, Math.min(MOST_ITEMS, Math.floor((MOST_CHARACTERS * count) / Math.max(1, characters))));
}

export function charactersIn(row: Row): number {
  let characters = 0;
  for (const value of Object.values(row)) characters += typeof value === "string" ? value.length : 8;
  return characters;
}

export function charactersOfText({ words }: IndexedText): number {
  return words.reduce((sum, word) => sum + word.length + 1, 0);
}
