import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { join, resolve } from "node:path";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { DATABASE } from "~/models/transfer/backup.server";
import { lockDatabase, restore } from "~/models/transfer/restore.server";
import { connect } from "../db/sqlite/connect";
import { runProgram } from "./program";

/**
 * `npm run db:restore -- FILE`, only while the site is stopped: puts a backup in the place of DATA_DIR, or writes an
 * export (JSON) into the site that is there.
 */
await runProgram(async ([file]) => {
  if (!file) throw new Error("Which backup or export? npm run db:restore -- FILE");
  const path = resolve(file);
  if (await isJson(path)) await restoreJson(path);
  else await restoreBackup(path);
});

async function restoreBackup(path: string): Promise<void> {
  const { madeAt, migrated, former, isListKept } = await restore(env.DATA_DIR, path);
  console.log(`Restored the backup of ${madeAt} to ${env.DATA_DIR}.`);
  if (migrated.length) console.log(`Its database was brought up to date: ${migrated.join(", ")}.`);
  if (former) console.log(`What was there before is kept in ${former}.`);
  if (!isListKept) console.log("Who left since then is not known, because the former database could not be read.");
  else if (former) await removeWhoLeft(join(former, DATABASE));
}

/** Those who were listed all the same, with a reason, stay. */
async function removeWhoLeft(former: string): Promise<void> {
  if (!existsSync(former)) return;
  const [present, { closeDatabase }] = [connect(former), await import("~/db.server")];
  const { removeWhoLeft: remove } = await import("~/models/requests/restored.server");
  const wasListed = async (id: string) =>
    (await present.db.selectFrom("experts").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
  const removed = await remove(wasListed).finally(() => Promise.all([present.close(), closeDatabase()]));
  if (removed > 0) console.log(`Removed again at their wish: ${removed === 1 ? "one person" : `${removed} people`}.`);
}

async function restoreJson(path: string): Promise<void> {
  const database = join(env.DATA_DIR, DATABASE);
  lockDatabase(database)();
  const isNew = !existsSync(database);
  // The database is opened only here: a backup has to replace a broken one.
  const { closeDatabase } = await import("~/db.server");
  const { restoreExport } = await import("~/models/transfer/import.server");
  const { keepCopy, upgradeDatabase } = await import("~/models/transfer/upgrade.server");
  await upgradeDatabase();
  const copy = isNew ? null : await keepCopy("before-restore");
  const { counts, namesakes } = await restoreExport(path).catch((error) => {
    if (!(error instanceof AppError)) throw error;
    throw new Error(`${path} cannot be restored: ${error.message} Nothing was changed.`);
  });
  await closeDatabase();
  console.log(`Restored the export to ${env.DATA_DIR}.`);
  for (const [kind, { new: added, changed, question, same }] of Object.entries(counts))
    console.log(`  ${kind}: ${added + question} new, ${changed} changed, ${same} the same`);
  if (namesakes.length > 0)
    console.log(`Added beside somebody of the same name or website: ${namesakes.slice(0, 10).join(", ")}.`);
  if (copy) console.log(`The database as it was before is kept in ${copy}.`);
  console.log(
    "Accounts that are new have no password: npm run user:admin -- EMAIL makes one an admin, and a reset link",
  );
  console.log("gives it a password. Files of images are in backups only.");
}

async function isJson(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (!file) return false;
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(64) }).finally(() => file.close());
  return /^\uFEFF?\s*[{[]/.test(buffer.toString("utf8", 0, bytesRead));
}
