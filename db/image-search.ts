/** Finding pictures by words of their name, description and prompt, on SQLite's FTS5: the newest first, unranked. */
import { type Kysely, sql } from "kysely";
import { words } from "./fold";
import type { Database, ImageRow } from "./schema";

const MOST_WORDS = 12;
const LONGEST_WORD = 64;
/** More matches than this are not counted and not paged through: whoever has so many types another word. */
const MOST_MATCHES = 1_000;

/** Creates the index: part of a migration. Like that of the experts it keeps folded words only, no text. */
export async function createImageIndex(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE VIRTUAL TABLE "imageSearch" USING fts5("words", content = '', contentless_delete = 1, detail = none,
      prefix = '1 2 3', tokenize = "ascii")`.execute(db);
}

/** Puts a picture into the index, in place of what was there of it. */
export async function indexImage(
  db: Kysely<Database>,
  { rowId, name, alt, prompt }: Pick<ImageRow, "rowId" | "name" | "alt" | "prompt">,
): Promise<void> {
  const folded = words(`${name} ${alt} ${prompt}`).join(" ");
  await sql`INSERT OR REPLACE INTO "imageSearch" ("rowid", "words") VALUES (${rowId}, ${folded})`.execute(db);
}

export async function unindexImage(db: Kysely<Database>, rowId: number): Promise<void> {
  await sql`DELETE FROM "imageSearch" WHERE "rowid" = ${rowId}`.execute(db);
}

/**
 * Pictures that have every word of a text, the last of them also as a beginning; of more than 1,000 the newest 1,000.
 *
 * @param text anything that was typed; what has no word in it finds nothing.
 */
export async function searchImages(
  db: Kysely<Database>,
  { text, offset, limit }: { text: string; offset: number; limit: number },
): Promise<{ rowIds: number[]; total: number }> {
  const typed = words(text.slice(0, MOST_WORDS * LONGEST_WORD))
    .slice(0, MOST_WORDS)
    .map((word) => `"${word.slice(0, LONGEST_WORD)}"`);
  if (typed.length === 0) return { rowIds: [], total: 0 };
  const match = `${typed.join(" ")}*`;
  const { rows } = await sql<{ rowid: number }>`
    SELECT "rowid" FROM "imageSearch" WHERE "imageSearch" MATCH ${match}
    ORDER BY "rowid" DESC LIMIT ${MOST_MATCHES}`.execute(db);
  return { rowIds: rows.slice(offset, offset + limit).map(({ rowid }) => rowid), total: rows.length };
}
