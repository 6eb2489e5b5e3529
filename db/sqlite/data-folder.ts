/** Which process serves a data folder. The lock is the operating system's: it ends with the process, however that ends. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";

/** An empty database, for its lock only. */
export const IN_USE = "in-use.lock";

/** Takes a folder for this process and gives the release; null when another process has it. Throws what the disk says. */
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
