import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { env } from "~/env.server";
import { BACKUPS, DATABASE, MANIFEST, stamp } from "~/models/transfer/backup-archive.server";
import { unpackBackup } from "~/models/transfer/restore.server";
import { connect } from "../db/connect";
import { migrate } from "../db/migrate";

/** `npm run db:restore -- FILE`: only while the site is stopped. */
export async function main([file]: string[]): Promise<void> {
  if (!file) throw new Error("Which backup? npm run db:restore -- FILE");
  const restored = await restore(env.DATA_DIR, resolve(file));
  console.log(`Restored the backup of ${restored.madeAt} to ${env.DATA_DIR}.`);
  if (restored.migrated.length) console.log(`Its database was brought up to date: ${restored.migrated.join(", ")}.`);
  if (restored.former) console.log(`What was there before is kept in ${restored.former}.`);
}

export interface Restored {
  /** When the backup was made, ISO 8601. */
  madeAt: string;
  /** Names of the migrations that its database needed. */
  migrated: string[];
  /** Where the former data folder is now; undefined when there was none. */
  former?: string;
}

/**
 * Puts a backup in the place of `dataDir`. Everything is unpacked and checked beside it first; then the two folders
 * change places. Present backups stay in DATA_DIR/backups.
 *
 * @throws Error, with `dataDir` untouched, when the site is running, the backup is damaged or comes from a newer
 *   version, or the folder cannot be replaced.
 */
export async function restore(dataDir: string, file: string, now = new Date()): Promise<Restored> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  refuseMountPoint(dataDir);
  const unlock = lock(join(dataDir, DATABASE));
  const unpacked = `${dataDir}.restoring-${stamp(now)}`;
  try {
    mkdirSync(unpacked, { recursive: true });
    const { madeAt, migrated } = await unpack(file, unpacked);
    giveToOwnerOf(dataDir, unpacked);
    unlock();
    const former = swap(dataDir, unpacked, `${dataDir}.before-restore-${stamp(now)}`);
    return { madeAt, migrated, former };
  } finally {
    unlock();
    rmSync(unpacked, { recursive: true, force: true });
  }
}

/** A folder on which a file system is mounted can be filled, but not replaced. */
function refuseMountPoint(folder: string): void {
  if (!existsSync(folder) || statSync(folder).dev === statSync(dirname(folder)).dev) return;
  throw mountPoint(folder);
}

function mountPoint(folder: string): Error {
  return new Error(
    `${folder} is a mount point and cannot be replaced: set DATA_DIR to a folder inside it. Nothing was changed.`,
  );
}

/**
 * Keeps everyone else out of the database; whoever has it open, even idle, keeps us out.
 *
 * @returns what lets it go again; calling it twice is fine.
 * @throws Error when somebody uses the database. A missing or broken one is nobody's.
 */
function lock(path: string): () => void {
  if (!existsSync(path)) return () => {};
  const sqlite = new SQLite(path, { timeout: 500 });
  try {
    sqlite.pragma("locking_mode = EXCLUSIVE");
    sqlite.exec("BEGIN EXCLUSIVE; COMMIT");
  } catch (error) {
    const { code } = error as { code?: string };
    if (code?.startsWith("SQLITE_BUSY")) {
      sqlite.close();
      throw new Error("The site is running on this data: please stop it first. Nothing was changed.");
    }
  }
  return () => sqlite.close();
}

async function unpack(file: string, folder: string): Promise<{ madeAt: string; migrated: string[] }> {
  try {
    const madeAt = await unpackBackup(file, folder);
    const migrated = await bringUpToDate(join(folder, DATABASE));
    rmSync(join(folder, MANIFEST));
    return { madeAt, migrated };
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
    throw new Error(`${file} cannot be restored: ${reason}. Nothing was changed.`);
  }
}

/** Also refuses a database from a newer version. */
async function bringUpToDate(path: string): Promise<string[]> {
  const { db, close } = connect(path);
  try {
    return await migrate(db);
  } finally {
    await close();
  }
}

/** Restored by root, the data still belongs to the user under whom the site runs. */
function giveToOwnerOf(dataDir: string, unpacked: string): void {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return;
  const { uid, gid } = statSync(dataDir);
  for (const path of ["", ...(readdirSync(unpacked, { recursive: true }) as string[])])
    chownSync(join(unpacked, path), uid, gid);
}

/** Two renames; if the second fails, the first is taken back. */
function swap(dataDir: string, unpacked: string, former: string): string | undefined {
  if (!existsSync(dataDir)) {
    renameSync(unpacked, dataDir);
    return undefined;
  }
  try {
    renameSync(dataDir, former);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EBUSY" ? mountPoint(dataDir) : error;
  }
  try {
    renameSync(unpacked, dataDir);
  } catch (error) {
    renameSync(former, dataDir);
    throw error;
  }
  if (existsSync(join(former, BACKUPS))) renameSync(join(former, BACKUPS), join(dataDir, BACKUPS));
  return former;
}
