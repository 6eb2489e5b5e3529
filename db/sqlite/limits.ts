/** Stores rate limits in a separate file, so that counts survive a restart and do not wait for other writes. */
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";

export const LIMITS_TABLE = "limits";

/** Opens the file of the counts. Sets a damaged one aside and begins a new one, because nobody could sign in without counts. */
export function openLimits(dataDir: string): SQLite.Database {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, "limits.db");
  try {
    return openSound(path);
  } catch (error) {
    if (!/^SQLITE_(?:CORRUPT|NOTADB)/.test(String(Object(error).code))) throw error;
    for (const ending of ["", "-wal", "-shm"])
      if (existsSync(path + ending)) renameSync(path + ending, `${path}.damaged${ending}`);
    return openSound(path);
  }
}

function openSound(path: string): SQLite.Database {
  const sqlite = new SQLite(path, { timeout: 10_000 });
  try {
    sqlite.pragma("journal_mode = WAL");
    sqlite.pragma("synchronous = FULL"); // Keeps the counts after a power failure
    if (sqlite.pragma("quick_check(1)", { simple: true }) !== "ok")
      throw Object.assign(new Error(`${path} is damaged.`), { code: "SQLITE_CORRUPT" });
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Deletes counts that ended before `ms` (Unix time), and returns their number. */
export function deleteExpiredLimits(limits: SQLite.Database, ms: number): number {
  return limits.prepare(`DELETE FROM ${LIMITS_TABLE} WHERE expire < ?`).run(ms).changes;
}
