/** Finding rows by the words of their texts, on SQLite's FTS5: https://sqlite.org/fts5.html. */
import { type Kysely, sql } from "kysely";
import { words } from "../fold";
import type { Database, ImageRow } from "../schema";
import { spellingsOf } from "./spellings";
import { isCorrectable, nearestWords } from "./typos";

export type WordIndex = "imageSearch" | "articleSearch" | "librarySearch" | "submissionSearch";

const LONGEST_TEXT = 4_000;
const MAX_WORDS = 12;
const LONGEST_WORD = 64;

/** Puts a row into an index, in place of what was there of it. */
export async function indexWords(
  db: Kysely<Database>,
  index: WordIndex,
  { rowId, text, scope = [] }: { rowId: number; text: string; scope?: string[] },
): Promise<void> {
  await sql`INSERT OR REPLACE INTO ${sql.table(index)} ("rowid", "scope", "words")
    VALUES (${rowId}, ${scope.join(" ")}, ${tokensOf(text).join(" ")})`.execute(db);
}

/** Takes a row out of an index; nothing happens when it is not there. */
export async function unindexWords(db: Kysely<Database>, index: WordIndex, rowId: number): Promise<void> {
  await sql`DELETE FROM ${sql.table(index)} WHERE "rowid" = ${rowId}`.execute(db);
}

export async function indexImage(
  db: Kysely<Database>,
  { rowId, name, alt, prompt }: Pick<ImageRow, "rowId" | "name" | "alt" | "prompt">,
): Promise<void> {
  await indexWords(db, "imageSearch", { rowId, text: `${name} ${alt} ${prompt}` });
}

export async function unindexImage(db: Kysely<Database>, rowId: number): Promise<void> {
  await unindexWords(db, "imageSearch", rowId);
}

export interface WordQuery {
  text: string;
  scope?: string[];
  direction?: "asc" | "desc";
  offset: number; // From 0
  limit: number;
}

/** Rows that have every word of a text, the last of them also as a beginning, and how many there are on all pages. */
export async function searchWords(db: Kysely<Database>, index: WordIndex, query: WordQuery): Promise<FoundRows> {
  const typed = typedWords(query.text);
  if (typed.length === 0) return { rowIds: [], total: 0 };
  const folded = allWords(typed);
  const found = await page(
    db,
    index,
    index === "submissionSearch" ? `(${folded}) OR ${unfoldedTerms(query.text)}` : folded,
    query,
  );
  if (found.total > 0) return found;
  const corrected = await correctedWords(db, typed, (term) => isIn(db, index, term));
  return corrected ? page(db, index, allWords(corrected), query) : found;
}

interface FoundRows {
  rowIds: number[];
  total: number;
}

async function page(
  db: Kysely<Database>,
  index: WordIndex,
  terms: string,
  { scope = [], direction = "desc", offset, limit }: WordQuery,
): Promise<FoundRows> {
  const scopes = scope.map((one) => `"${one}"`);
  const match = matching(terms, scopes);
  const table = sql.table(index);
  const { rows } = await sql<{ rowid: number }>`
    SELECT "rowid" FROM ${table} WHERE ${table} MATCH ${match}
    ORDER BY "rowid" ${sql.raw(direction)} LIMIT ${limit} OFFSET ${Math.min(offset, Number.MAX_SAFE_INTEGER)}`.execute(
    db,
  );
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS "total" FROM ${table} WHERE ${table} MATCH ${match}`.execute(db);
  return { rowIds: rows.map(({ rowid }) => rowid), total: counted.rows[0]?.total ?? 0 };
}

async function isIn(db: Kysely<Database>, index: WordIndex, term: string): Promise<boolean> {
  const table = sql.table(index);
  const { rows } = await sql`SELECT 1 FROM ${table} WHERE ${table} MATCH ${matching(term)} LIMIT 1`.execute(db);
  return rows.length > 0;
}

function allWords(typed: string[]): string {
  return typed.map((word, at) => termOf(word, at === typed.length - 1)).join(" AND ");
}

async function correctedWords(
  db: Kysely<Database>,
  typed: string[],
  isKnown: (term: string) => Promise<boolean>,
): Promise<string[] | null> {
  const corrected: string[] = [];
  for (const [at, word] of typed.entries()) {
    const isLast = at === typed.length - 1;
    if (await isKnown(termOf(word, isLast))) corrected.push(word);
    else if (!isCorrectable(word)) return null;
    else {
      const nearest = await nearestWords(db, word, isLast);
      const known = await Promise.all(nearest.map((one) => isKnown(termOf(one, false))));
      const choice = nearest[known.indexOf(true)];
      if (choice === undefined) return null;
      corrected.push(choice);
    }
  }
  return corrected.every((word, at) => word === typed[at]) ? null : corrected;
}

/**
 * Triggers fill the index of submissions, and SQLite cannot fold: letters such as "ø" stand in it as they were
 * written.
 */
function unfoldedTerms(text: string): string {
  const typed = text.slice(0, LONGEST_TEXT).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const terms = typed.slice(0, MAX_WORDS).map((word) => `"${cut(word)}"`);
  return terms.length > 0 ? `(${terms.join(" AND ")} *)` : `""`;
}

/**
 * A condition in FTS5's language: the terms of words, in rows that match all of the scopes; an empty one is left out.
 */
export function matching(terms: string, scopes: string[] = []): string {
  return [...scopes.filter(Boolean).map((scope) => `scope : (${scope})`), `words : (${terms})`].join(" AND ");
}

export function typedWords(text: string): string[] {
  return words(text.slice(0, LONGEST_TEXT)).slice(0, MAX_WORDS).map(cut);
}

const UNSPACED = /((?:\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{scx=Thai}|\p{scx=Laoo}|\p{scx=Khmr}|\p{scx=Mymr})+)/u;
const LONGEST_UNSPACED_NAME = 8;

export function tokensOf(text: string): string[] {
  return [...new Set(words(text).flatMap(tokensOfWord))];
}

function tokensOfWord(word: string): string[] {
  const parts = word.split(UNSPACED);
  if (parts.length === 1) return [cut(word)];
  const name = [...word].length <= LONGEST_UNSPACED_NAME ? [word] : [];
  return [...name, ...parts.flatMap((part, at) => (at % 2 === 1 ? pairsOf(part) : part ? [cut(part)] : []))];
}

function pairsOf(text: string): string[] {
  const letters = [...text];
  return letters.map((letter, at) => letter + (letters[at + 1] ?? ""));
}

/** The condition in FTS5's language for one folded word, in British and American spelling. */
export function termOf(word: string, begins: boolean): string {
  const parts = word.split(UNSPACED);
  const terms = parts.flatMap((part, at) => (at % 2 === 1 ? unspacedTerms(part) : part ? [spelled(part, begins)] : []));
  return terms.join(" AND ");
}

export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

function unspacedTerms(text: string): string[] {
  const pairs = pairsOf(text);
  return pairs.length === 1 ? [`"${text}" *`] : pairs.slice(0, -1).map((pair) => `"${pair}"`);
}

function spelled(word: string, begins: boolean): string {
  return `(${spellingsOf(word)
    .map((one) => (begins ? `"${one}" *` : `"${one}"`))
    .join(" OR ")})`;
}

function cut(word: string): string {
  return word.length <= LONGEST_WORD ? word : [...word].slice(0, LONGEST_WORD).join("");
}
