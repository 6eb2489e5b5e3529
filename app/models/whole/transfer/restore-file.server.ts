/**
 * Restores a backup or an export for the operator. Imports db.server late, because a backup may replace a broken
 * database.
 */
import { existsSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { removeFiles } from "~/services/storage.server";
import { DATABASE_FILE } from "~/subject/names";
import { connect } from "../../../../db/sqlite/connect";
import { UNCHECKED_PEOPLE } from "./backup.server";
import { lockDatabase, type Restored, restore, uncheckedSince, undoRestore } from "./restore.server";
import type { RestoredExport } from "./restore-export.server";
import { restoreIntoPostgres } from "./restore-postgres.server";

/** Returns whether a file is a JSON export, by its first bytes. */
export async function isExport(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (!file) return false;
  const reading = file.read({ buffer: Buffer.alloc(64) }).catch(() => null);
  const start = await reading.finally(() => file.close());
  return start !== null && /^\uFEFF?\s*[{[]/.test(start.buffer.toString("utf8", 0, start.bytesRead));
}

/** The people on the do-not-relist list who were removed from a restored backup. */
interface RemovedAgain {
  removed: number;
  /** false if the former database's people could not be read, so that those listed again with a reason were removed, too. */
  isReasonKnown: boolean;
}

/**
 * Replaces DATA_DIR, or the content of PostgreSQL and the store, by a backup. Removes people who were removed
 * since the backup. Throws an Error, and leaves everything unchanged.
 */
export async function restoreBackup(path: string): Promise<Restored & RemovedAgain> {
  if (env.DATABASE_URL) return { ...(await restoreIntoPostgres(env.DATABASE_URL, path)), isReasonKnown: true };
  const result = await restore(env.DATA_DIR, path);
  const { former, isListKept } = result;
  if (!former || !isListKept) return { ...result, removed: 0, isReasonKnown: true };
  try {
    const removed = await removePeopleWhoLeft(join(uncheckedSince(env.DATA_DIR) ?? former, DATABASE_FILE));
    rmSync(join(env.DATA_DIR, UNCHECKED_PEOPLE), { force: true });
    return { ...result, ...removed };
  } catch (error) {
    await undoRestore(env.DATA_DIR, former);
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
    throw new Error(`${path} cannot be restored: its people cannot be read (${reason}). Nothing was changed.`);
  }
}

/** Removes people who were removed since the backup, except those who were listed again with a reason. */
async function removePeopleWhoLeft(former: string): Promise<RemovedAgain> {
  const isUnchecked = uncheckedSince(env.DATA_DIR) !== null;
  if (!existsSync(former) && !isUnchecked) return { removed: 0, isReasonKnown: true };
  // The operator may have moved the former folder after an interrupted restore.
  const formerDatabase = existsSync(former) ? connect(former) : null;
  const { closeDatabase, db } = await import("~/db.server");
  const { removeRelisted } = await import("~/models/whole/removal/restored.server");
  let isReasonKnown = formerDatabase !== null;
  const wasListed = async (id: string) => {
    if (!formerDatabase) return false;
    const row = formerDatabase.db.selectFrom("experts").select("id").where("id", "=", id).executeTakeFirst();
    // Accepts damaged pages, which may be the reason for the restore. Who asked to leave is then removed.
    const foundRow = await row.catch((error) => {
      if (!isDamage(error)) throw error;
      isReasonKnown = false;
    });
    return foundRow !== undefined;
  };
  try {
    const { removed, files } = await db.transaction().execute((tx) => removeRelisted(tx, wasListed));
    await removeFiles(files);
    return { removed, isReasonKnown };
  } finally {
    await Promise.all([formerDatabase?.close(), closeDatabase()]);
  }
}

function isDamage(error: unknown): boolean {
  return String(Object(error).code).startsWith("SQLITE_CORRUPT");
}

/** Imports an export into an empty site. Throws an Error, and leaves everything unchanged. */
export async function importExport(path: string): Promise<RestoredExport> {
  if (!env.DATABASE_URL) lockDatabase(join(env.DATA_DIR, DATABASE_FILE))();
  const { closeDatabase } = await import("~/db.server");
  const { restoreExport } = await import("./restore-export.server");
  const { upgradeDatabase } = await import("./upgrade.server");
  await upgradeDatabase();
  const result = await restoreExport(path).catch((error) => {
    if (!(error instanceof AppError)) throw error;
    throw new Error(`${path} cannot be restored: ${error.message} Nothing was changed.`);
  });
  await closeDatabase();
  return result;
}
