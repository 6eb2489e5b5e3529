/** Replaces the content of PostgreSQL and the store by a backup. Other nodes read the old site until the commit. */
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { env } from "~/env.server";
import { removeFiles } from "~/services/storage.server";
import { DATABASE_FILE } from "~/subject/names";
import { renewContentVersion } from "../../../../db/content-version";
import { replaceInPostgres } from "../../../../db/copy/databases";
import type { Queryable } from "../../../../db/engine";
import { migrate } from "../../../../db/migrate";
import { BACKUPS, unfinishedName } from "./backup.server";
import { withPostgres } from "./postgres.server";
import { isDatabase, type Restored, removeFolder, unpack } from "./restore.server";
import { addRows, readWishes, takeKey } from "./restore-wishes.server";
import { sendUploads } from "./stored-files.server";

/**
 * Restores a backup. Throws an Error and leaves the database unchanged; housekeeping removes the files that
 * have already arrived.
 */
export async function restoreIntoPostgres(url: string, file: string): Promise<Restored & { removed: number }> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  if (isDatabase(file))
    throw new Error(
      `${file} is a copy of the database of a site on SQLite. A site on PostgreSQL can only restore backups (.tar.gz).`,
    );
  const backups = join(env.DATA_DIR, BACKUPS);
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  const unpackedFolder = mkdtempSync(join(backups, unfinishedName("checking")));
  try {
    const unpacked = await unpack(file, unpackedFolder);
    await takeKey(unpackedFolder);
    const { removed, files } = await withPostgres(url, async ({ db }) => {
      await migrate(db, "postgres");
      await sendUploads(unpackedFolder);
      return db.transaction().execute((tx) => replaceAll(tx, join(unpackedFolder, DATABASE_FILE)));
    });
    await removeFiles(files);
    return { ...unpacked, isListKept: true, removed };
  } finally {
    await removeFolder(unpackedFolder);
  }
}

async function replaceAll(tx: Queryable, path: string): Promise<{ removed: number; files: string[] }> {
  await addRows(path, await readWishes(tx));
  // Keeps the store's site, whatever the backup contains.
  const storeQuery = tx.selectFrom("cursors").selectAll().where("name", "=", "store");
  const storeRows = await storeQuery.execute();
  await replaceInPostgres(path, tx);
  await tx.deleteFrom("cursors").where("name", "=", "store").execute();
  if (storeRows.length) await tx.insertInto("cursors").values(storeRows).execute();
  // Uses new version numbers, for which no process has cached a page.
  await renewContentVersion(tx);
  const { closeDatabase, readDb } = await import("~/db.server");
  const { removeRelisted } = await import("~/models/whole/removal/restored.server");
  // Reads the site before the restore, which others also see until the commit.
  const wasListed = async (id: string) =>
    (await readDb.selectFrom("experts").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
  return removeRelisted(tx, wasListed).finally(closeDatabase);
}
