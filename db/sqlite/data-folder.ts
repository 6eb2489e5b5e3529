/** Reserves a data folder for a process. The operating system's lock ends with the process, however that ends. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";

/** An empty database that serves as the lock. */
export const IN_USE = "in-use.lock";

/**
 * Locks a folder for this process and returns the release; null if another process has it. Throws the error of the disk.
 */
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
