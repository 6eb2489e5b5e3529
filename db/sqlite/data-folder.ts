/** Locks a data folder for a process. The operating system releases the lock when the process ends in any way. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";

/** The empty database that serves as the lock. */
export const IN_USE = "in-use.lock";

/** Locks a folder and returns the function that releases it; null if another process holds it. Throws errors of the disk. */
export function takeDataFolder(dataDir: string): (() => void) | null {
  mkdirSync(dataDir, { recursive: true });
  const sqlite = new SQLite(join(dataDir, IN_USE), { timeout: 0 });
  try {
    sqlite.exec("BEGIN EXCLUSIVE");
    return () => sqlite.close();
  } catch (error) {
    sqlite.close();
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY")) return null;
    throw error;
  }
}
