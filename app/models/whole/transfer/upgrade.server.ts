import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { databasePath, db, engine, migrate, pendingMigrations } from "~/db.server";
import { log } from "~/log.server";
import { copyDatabase } from "../../../../db/sqlite/copy";
import { BACKUPS, COPY, stamp } from "./backup.server";

const COPY_KIND = "before-upgrade";
const KEPT_COPIES = 3;

export interface Upgrade {
  migrated: string[];
  /** null if there was no database, or no migration. */
  copy: string | null;
  /** There was no database before. */
  isNew: boolean;
}

/**
 * Copies the database and migrates it; PostgreSQL is backed up separately. Throws an Error, and leaves it unchanged.
 */
export async function upgradeDatabase(now = new Date()): Promise<Upgrade> {
  const { pending, isNew } = await pendingMigrations(db);
  if (pending.length === 0) return { migrated: [], copy: null, isNew };
  if (engine.kind === "postgres" && !isNew)
    log.info({ pending }, "PostgreSQL is upgraded without a copy; use its own backups to go back");
  const copy = isNew || engine.kind === "postgres" ? null : await keepCopy(now);
  return { migrated: await migrate(engine.patientDb), copy, isNew };
}

/**
 * Copies the database into DATA_DIR/backups, and keeps the newest three copies. Throws an Error without enough space.
 */
export async function keepCopy(now = new Date()): Promise<string> {
  const folder = join(dirname(databasePath), BACKUPS);
  const copy = freeCopyName(folder, now);
  const unfinishedFile = `${copy}.unfinished`;
  mkdirSync(folder, { recursive: true });
  rmSync(unfinishedFile, { force: true });
  try {
    await copyDatabase(databasePath, unfinishedFile);
    chmodSync(unfinishedFile, 0o600);
    renameSync(unfinishedFile, copy);
  } catch (error) {
    rmSync(unfinishedFile, { force: true });
    const size = Math.ceil(statSync(databasePath).size / 1024 ** 2);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The database must be copied to ${folder} before the upgrade, and that failed (${reason}). Please make room, about ${size} MB. Nothing was changed.`,
    );
  }
  const copies = (await readdir(folder)).filter((name) => COPY.exec(name)?.[1] === COPY_KIND).sort();
  for (const oldCopy of copies.slice(0, -KEPT_COPIES)) rmSync(join(folder, oldCopy));
  return copy;
}

/** Returns a free name. Names contain seconds, so a second upgrade in the same second takes the next one. */
function freeCopyName(folder: string, now: Date): string {
  const copy = join(folder, `${COPY_KIND}-${stamp(now)}.db`);
  return existsSync(copy) ? freeCopyName(folder, new Date(now.getTime() + 1_000)) : copy;
}
