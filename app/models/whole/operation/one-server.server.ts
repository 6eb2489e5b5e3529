/**
 * Lets only one server at a time use a data folder with a database. Nodes with PostgreSQL may share a folder for
 * uploads.
 */
import { engine } from "~/db.server";
import { takeDataFolder } from "../../../../db/sqlite/data-folder";

/** Holds the lock, which ends with this object. */
let releaseLock: (() => void) | null = null;

/**
 * Locks the folder until this process ends, because two servers would not see each other's caches, limits and loops.
 * Throws an Error with a sentence for the operator if another server has it.
 */
export function claimDataFolder(dataDir: string): void {
  if (engine.kind === "postgres") return;
  releaseLock ??= takeDataFolder(dataDir);
  if (releaseLock) return;
  throw new Error(
    `Another server of this site uses ${dataDir}: please stop that one first, or set DATA_DIR to a folder of its own.`,
  );
}
