/** Finds traces of a deleted word in the files of a database, in bytes that no query shows. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onPostgres, query } from "./database";

/**
 * Returns the parts of a word, of two letters or more, that are still in the database files. Each letter has three bytes in
 * UTF-8. On SQLite it reads the database and its log, on PostgreSQL the statistics.
 */
export async function tracesOf(dataDir: string, word: string): Promise<string[]> {
  const letters = [...word];
  const pieces = letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  if (onPostgres) {
    const storedText = JSON.stringify(await query(dataDir, "SELECT * FROM pg_stats"));
    return pieces.filter((piece) => storedText.includes(piece));
  }
  const files = ["longevity.db", "longevity.db-wal"]
    .map((name) => join(dataDir, name))
    .filter((file) => existsSync(file));
  const contents = files.map((file) => readFileSync(file));
  return pieces.filter((piece) => contents.some((content) => content.includes(piece)));
}
