/** Checks that a backup, or the current data, is complete. */
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { DATABASE_FILE } from "~/subject/names";
import { connect } from "../../../../db/sqlite/connect";
import { checkDatabase } from "../../../../db/sqlite/copy";
import { BACKUPS, unfinishedName } from "./backup.server";
import { type CheckedImages, checkImages, lackingIn } from "./lacking-files.server";
import { pendingInBackup, removeFolder, unpackBackup } from "./restore.server";

export interface VerifiedBackup {
  file: string;
  madeAt: string;
  pending: string[];
  /** Ids of images whose files it lacks, because the site lacked them; at most 100. */
  lacking: string[];
}

/** Unpacks a backup into a temporary folder, and checks all of it. Throws an Error with the problem. */
export async function verifyBackup(name: string): Promise<VerifiedBackup> {
  const file = resolve(name);
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const folder = existsSync(env.DATA_DIR) ? join(env.DATA_DIR, BACKUPS) : tmpdir();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const scratch = mkdtempSync(join(folder, unfinishedName("checking")));
  try {
    const madeAt = await unpackBackup(file, scratch).catch((error) => {
      if (Object(error).syscall) throw error;
      throw new Error(
        `${file} is not a complete backup: ${error instanceof Error ? error.message : error}`.replace(/\.?$/, "."),
      );
    });
    const pending = await pendingIn(join(scratch, DATABASE_FILE));
    return { file, madeAt, pending, lacking: await lackingIn(scratch) };
  } finally {
    await removeFolder(scratch);
  }
}

async function pendingIn(path: string): Promise<string[]> {
  const { db, close } = connect(path);
  return pendingInBackup(db).finally(close);
}

export interface Verified extends CheckedImages {
  experts: number;
}

/**
 * Checks SQLite's pages and references, which PostgreSQL guards itself, and that each image has its files. Throws an
 * Error for a damaged database.
 */
export async function verifyData(): Promise<Verified> {
  if (!env.DATABASE_URL) await checkFile(join(env.DATA_DIR, DATABASE_FILE));
  const { closeDatabase, db, pendingMigrations: findPending, readDb } = await import("~/db.server");
  try {
    const { isNew } = await findPending(db);
    if (isNew) throw new Error("The database is empty: the first start of the site creates its tables.");
    const countQuery = readDb.selectFrom("experts").select((e) => e.fn.countAll<number>().as("count"));
    const { count } = await countQuery.executeTakeFirstOrThrow();
    const { headFile } = await import("~/services/storage.server");
    const images = await checkImages(readDb, async (name) => (await headFile(name)) !== null).catch((error) => {
      if (!(error instanceof AppError)) throw error;
      throw new Error(UNCHECKED_FILES);
    });
    return { experts: Number(count), ...images };
  } finally {
    await closeDatabase();
  }
}

const UNCHECKED_FILES =
  "The database is intact, but the files of its images were not checked, because the bucket cannot be reached. Please try again.";

async function checkFile(path: string): Promise<void> {
  if (!existsSync(path)) throw new Error(`There is no database in ${env.DATA_DIR} yet.`);
  await checkDatabase(path).catch((error) => {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}. Please restore a backup.`);
  });
}
