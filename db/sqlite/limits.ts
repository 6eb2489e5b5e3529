/**
 * Stores the rate limits in a file of their own, so that counts survive a restart and never wait for the directory's
 * writes.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";

export const LIMITS_TABLE = "limits";

export function openLimits(dataDir: string): SQLite.Database {
  mkdirSync(dataDir, { recursive: true });
  const sqlite = new SQLite(join(dataDir, "limits.db"), { timeout: 10_000 });
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL"); // keeps a power cut from giving new tries
  return sqlite;
}

/** Deletes counts that ended before `ms` (Unix time), and returns their number. */
export function deleteExpiredLimits(limits: SQLite.Database, ms: number): number {
  return limits.prepare(`DELETE FROM ${LIMITS_TABLE} WHERE expire < ?`).run(ms).changes;
}
