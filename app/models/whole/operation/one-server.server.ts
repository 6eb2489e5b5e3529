/**
 * Lets one server at a time use a data folder with a database in it; nodes on PostgreSQL may share one for their uploads.
 */
import { engine } from "~/db.server";
import { takeDataFolder } from "../../../../db/sqlite/data-folder";

/** Holds the lock, which ends with this object. */
let releaseLock: (() => void) | null = null;

/**
 * Takes the folder until this process ends. Two servers would each keep pages, limits and loops that the other does not
 * know of. Throws an Error with a sentence for the operator when another server has it.
 */
export function claimDataFolder(dataDir: string): void {
  if (engine.kind === "postgres") return;
  releaseLock ??= takeDataFolder(dataDir);
  if (releaseLock) return;
  throw new Error(
    `Another server of this site uses ${dataDir}: please stop that one first, or set DATA_DIR to a folder of its own.`,
  );
}
