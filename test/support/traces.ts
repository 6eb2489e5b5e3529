/** What a database's own files still say of a word: bytes that no query shows. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onPostgres, query } from "./database";

/**
 * The pieces of a word of at least two letters, each of three bytes in UTF-8, that stand in the database of a data folder:
 * on SQLite in its file and its log, on PostgreSQL in its statistics.
 */
export async function tracesOf(dataDir: string, word: string): Promise<string[]> {
  const letters = [...word];
  const pieces = letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  if (onPostgres) {
    const stored = JSON.stringify(await query(dataDir, "SELECT * FROM pg_stats"));
    return pieces.filter((piece) => stored.includes(piece));
  }
  const files = ["longevity.db", "longevity.db-wal"]
    .map((name) => join(dataDir, name))
    .filter((file) => existsSync(file));
  const bytes = files.map((file) => readFileSync(file));
  return pieces.filter((piece) => bytes.some((byte) => byte.includes(piece)));
}
