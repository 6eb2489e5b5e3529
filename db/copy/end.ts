/** Defines what a copy needs of the source and of the target. */
import type { Engine, Queryable } from "../engine";
import type { FullText, IndexedText, TextIndex } from "../search/full-text";

export type Row = Record<string, string | number | null>;

export interface Table {
  name: string;
  columns: string[]; // In alphabetical order
  key: string[]; // All columns if there is no primary key
  references: string[]; // The tables that its rows point to
}

/** The source of a copy, as a snapshot, or its target, as a transaction. */
export interface CopySide {
  kind: Engine["kind"];
  db: Queryable;
  fullText: FullText;
  /** Returns the columns of each table. */
  columns(): Promise<Map<string, string[]>>;
  /** Yields all rows in the order of the key, in batches. */
  rows(table: Table): AsyncGenerator<Row[]>;
  /** Yields all entries of an index in the order of their rows, in batches. */
  texts(index: TextIndex): AsyncGenerator<IndexedText[]>;
  /** Returns the last number that each table with numbered rows has assigned, if it may exceed those of the present rows. */
  lastNumbers(): Promise<Map<string, number>>;
  setLastNumbers(numbers: Map<string, number>): Promise<void>;
}

const MAX_BATCH_ITEMS = 500;
const MAX_BATCH_CHARACTERS = 1_000_000;

/** Yields items in batches, limited by their number and their characters. */
export function* inBatches<Item>(items: Iterable<Item>, charactersOf: (item: Item) => number): Generator<Item[]> {
  let [batch, characters]: [Item[], number] = [[], 0];
  for (const item of items) {
    batch.push(item);
    characters += charactersOf(item);
    if (batch.length < MAX_BATCH_ITEMS && characters < MAX_BATCH_CHARACTERS) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length) yield batch;
}

/** Returns the size of the next batch, estimated from the characters of the last one. */
export function nextCount(count: number, characters: number): number {
  return Math.max(1, Math.min(MAX_BATCH_ITEMS, Math.floor((MAX_BATCH_CHARACTERS * count) / Math.max(1, characters))));
}

export function charactersIn(row: Row): number {
  let characters = 0;
  for (const value of Object.values(row)) characters += typeof value === "string" ? value.length : 8;
  return characters;
}

export function charactersOfText({ words }: IndexedText): number {
  return words.reduce((sum, word) => sum + word.length + 1, 0);
}
