/**
 * Finding rows by the words of their texts on SQLite's FTS5: the newest first, unranked. For the desk's lists and the
 * articles; experts have an index of their own (db/search.ts).
 */
import type SQLite from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import { words } from "./fold";
import type { Database } from "./schema";

const MOST_WORDS = 8;
const LONGEST_WORD = 64;
const MOST_READ = 12 * LONGEST_WORD;
/** More matches than this are not counted and not paged through: whoever has so many types another word. */
const MOST_MATCHES = 1_000;

/** The indexes there are; each is keyed by the row number of what it finds. */
export type WordIndex = "imageSearch" | "articleSearch" | "librarySearch";

/**
 * Creates an index: part of a migration. It keeps folded words only, no text, and beside them what a search can be kept
 * to: words of a `scope` such as a status.
 */
export async function createWordIndex(db: Kysely<unknown>, index: WordIndex): Promise<void> {
  await sql`
    CREATE VIRTUAL TABLE ${sql.table(index)} USING fts5("scope", "words", content = '', contentless_delete = 1,
      detail = column, prefix = '1 2 3', tokenize = "ascii")`.execute(db);
}

/** Puts a row into an index, in place of what was there of it. @param scope words of lower-case letters and digits. */
export async function indexWords(
  db: Kysely<Database>,
  index: WordIndex,
  { rowId, text, scope = [] }: { rowId: number; text: string; scope?: string[] },
): Promise<void> {
  const folded = words(text).join(" ");
  await sql`INSERT OR REPLACE INTO ${sql.table(index)} ("rowid", "scope", "words")
    VALUES (${rowId}, ${scope.join(" ")}, ${folded})`.execute(db);
}

export async function unindexWords(db: Kysely<Database>, index: WordIndex, rowId: number): Promise<void> {
  await sql`DELETE FROM ${sql.table(index)} WHERE "rowid" = ${rowId}`.execute(db);
}

const foundIn = (index: WordIndex) => `
  SELECT json_group_array("rowid") FROM (
    SELECT "rowid" FROM "${index}" WHERE "${index}" MATCH ? ORDER BY "rowid" DESC LIMIT ${MOST_MATCHES})`;
const FOUND: Record<WordIndex, string> = {
  imageSearch: foundIn("imageSearch"),
  articleSearch: foundIn("articleSearch"),
  librarySearch: foundIn("librarySearch"),
};

/**
 * Rows that have every word of a text, the last of them also as a beginning; of more than 1,000 the newest 1,000. Of more
 * than eight words the last and the longest are searched: short ones are mostly in every text, and take as long.
 *
 * @param reader sees what is to be found; nothing is written.
 * @param text anything that was typed; what has no word in it finds nothing.
 * @param scope only rows that were indexed with all of these.
 */
export function searchWords(
  reader: SQLite.Database,
  index: WordIndex,
  { text, scope = [], offset, limit }: { text: string; scope?: string[]; offset: number; limit: number },
): { rowIds: number[]; total: number } {
  const typed = searchedWords(text).map((word) => `"${word.slice(0, LONGEST_WORD)}"`);
  if (typed.length === 0) return { rowIds: [], total: 0 };
  const within = scope.map((word) => `"${word}"`).join(" AND ");
  const match = `${within && `scope : (${within}) AND `}words : (${typed.join(" AND ")}*)`;
  const found = reader.prepare<[string], string>(FOUND[index]).pluck().get(match) as string;
  const rowIds: number[] = JSON.parse(found);
  return { rowIds: rowIds.slice(offset, offset + limit), total: rowIds.length };
}

/** What is searched of a text, the word that is also a beginning last. */
function searchedWords(text: string): string[] {
  const typed = words(text.slice(0, MOST_READ));
  const last = typed.at(-1);
  if (last === undefined) return [];
  const others = [...new Set(typed)].filter((word) => word !== last).sort((a, b) => b.length - a.length);
  return [...others.slice(0, MOST_WORDS - 1), last];
}
