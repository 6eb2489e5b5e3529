/**
 * Restores a backup or an export for the operator. Imports db.server late, because a backup may replace a broken
 * database.
 */
import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { removeFiles } from "~/services/storage.server";
import { DATABASE_FILE } from "~/subject/names";
import { connect } from "../../../../db/sqlite/connect";
import { lockDatabase, type Restored, restore } from "./restore.server";
import type { RestoredExport } from "./restore-export.server";
import { restoreIntoPostgres } from "./restore-postgres.server";

/** Returns whether a file is a JSON export, by its first bytes. */
export async function isExport(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (!file) return false;
  const read = file.read({ buffer: Buffer.alloc(64) }).catch(() => null);
  const start = await read.finally(() => file.close());
  return start !== null && /^\uFEFF?\s*[{[]/.test(start.buffer.toString("utf8", 0, start.bytesRead));
}

/**
 * Replaces DATA_DIR, or the content of PostgreSQL and the store, by a backup. `removed` counts people who were
 * removed since. Throws an Error, and leaves everything unchanged.
 */
export async function restoreBackup(path: string): Promise<Restored & { removed: number }> {
  if (env.DATABASE_URL) return restoreIntoPostgres(env.DATABASE_URL, path);
  const restored = await restore(env.DATA_DIR, path);
  const { former, isListKept } = restored;
  return { ...restored, removed: former && isListKept ? await removeWhoLeft(join(former, DATABASE_FILE)) : 0 };
}

/** Removes people who were removed since the backup, except those who were listed again with a reason. */
async function removeWhoLeft(former: string): Promise<number> {
  if (!existsSync(former)) return 0;
  const [present, { closeDatabase, db }] = [connect(former), await import("~/db.server")];
  const { removeRelisted } = await import("~/models/whole/removal/restored.server");
  const wasListed = async (id: string) =>
    (await present.db.selectFrom("experts").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
  try {
    const { removed, files } = await db.transaction().execute((tx) => removeRelisted(tx, wasListed));
    await removeFiles(files);
    return removed;
  } finally {
    await Promise.all([present.close(), closeDatabase()]);
  }
}

/** Imports an export into an empty site. Throws an Error, and leaves everything unchanged. */
export async function importExport(path: string): Promise<RestoredExport> {
  if (!env.DATABASE_URL) lockDatabase(join(env.DATA_DIR, DATABASE_FILE))();
  const { closeDatabase } = await import("~/db.server");
  const { restoreExport } = await import("./restore-export.server");
  const { upgradeDatabase } = await import("./upgrade.server");
  await upgradeDatabase();
  const restored = await restoreExport(path).catch((error) => {
    if (!(error instanceof AppError)) throw error;
    throw new Error(`${path} cannot be restored: ${error.message} Nothing was changed.`);
  });
  await closeDatabase();
  return restored;
}
