/** Stores rate limits in a separate file, so that counts survive a restart and do not wait for other writes. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";

export const LIMITS_TABLE = "limits";

export function openLimits(dataDir: string): SQLite.Database {
  mkdirSync(dataDir, { recursive: true });
  const sqlite = new SQLite(join(dataDir, "limits.db"), { timeout: 10_000 });
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL"); // Keeps the counts after a power failure
  return sqlite;
}

/** Deletes counts that ended before `ms` (Unix time), and returns their number. */
export function deleteExpiredLimits(limits: SQLite.Database, ms: number): number {
  return limits.prepare(`DELETE FROM ${LIMITS_TABLE} WHERE expire < ?`).run(ms).changes;
}
