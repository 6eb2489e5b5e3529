/** Restores a backup: unpacks and checks it beside the data folder, and then swaps both. */
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import SQLite from "better-sqlite3";
import type { ReadEntry } from "tar";
import { lazyPackage } from "~/services/lazy-package.server";
import { filesAreLocal } from "~/services/storage.server";
import { DATABASE_FILE } from "~/subject/names";
import { renewContentVersion } from "../../../../db/content-version";
import { migrate, pendingMigrations } from "../../../../db/migrate";
import { connect } from "../../../../db/sqlite/connect";
import { checkDatabase } from "../../../../db/sqlite/copy";
import { BACKUPS, checkManifest, MANIFEST, stamp, takeFiles, timeOf, UNCHECKED_PEOPLE } from "./backup.server";
import { endFormerAccess } from "./restore-access.server";
import { addWishes, takeKey, wishesIn } from "./restore-wishes.server";
import { type KnownStore, markedSite, readKnownStore, refuseOtherSite, writeKnownStore } from "./store-marker.server";
import { sendUploads } from "./stored-files.server";

const tar = lazyPackage<typeof import("tar")>("tar");

export interface Restored {
  madeAt: string;
  migrated: string[];
  /** The number of mails that waited when the backup was made. An admin decides about each. */
  waitingMails: number;
  former?: string;
  /** false if the current database could not be read, so that people who were removed since may return. */
  isListKept: boolean;
}

/** Replaces `dataDir` by a backup, but keeps the backups. Throws an Error, and leaves `dataDir` unchanged. */
export async function restore(dataDir: string, file: string, now = new Date()): Promise<Restored> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  refuseMountPoint(dataDir);
  const wishes = await wishesIn(dataDir);
  const presentStore = filesAreLocal ? null : await knownStoreIn(join(dataDir, DATABASE_FILE)).catch(() => null);
  const unlock = lockDatabase(join(dataDir, DATABASE_FILE));
  mkdirSync(dirname(dataDir), { recursive: true });
  const unpackedFolder = mkdtempSync(`${dataDir}.restoring-`);
  const stopWatching = removeWhenEnded(unpackedFolder);
  try {
    const unpacked = await unpack(file, unpackedFolder);
    if (isDatabase(file)) takeFiles(dataDir, unpackedFolder);
    if (wishes) await addWishes(dataDir, unpackedFolder, wishes);
    await takeKey(unpackedFolder);
    if (!filesAreLocal) await moveToBucket(unpackedFolder, presentStore);
    const formerFolder = freeName(`${dataDir}.before-restore-${stamp(now)}`);
    if (wishes && wishes.doNotRelist.length > 0)
      writeFileSync(join(unpackedFolder, UNCHECKED_PEOPLE), uncheckedSince(dataDir) ?? formerFolder);
    giveToOwnerOf(dataDir, unpackedFolder);
    unlock();
    const former = swap(dataDir, unpackedFolder, formerFolder);
    return { ...unpacked, former, isListKept: wishes !== null };
  } finally {
    unlock();
    stopWatching();
    await removeFolder(unpackedFolder);
  }
}

/** Returns the former folder of a restore that has not removed the people who left since the backup; null otherwise. */
export function uncheckedSince(dataDir: string): string | null {
  const path = join(dataDir, UNCHECKED_PEOPLE);
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/** Throws an Error for a folder whose restore was interrupted before the people who left were removed. */
export function refuseUnchecked(dataDir: string): void {
  if (uncheckedSince(dataDir))
    throw new Error(
      "A restore was interrupted before it had removed the people who asked not to be listed. Please run the same restore again: npm run admin -- restore FILE.",
    );
}

async function knownStoreIn(path: string): Promise<KnownStore | null> {
  if (!existsSync(path)) return null;
  const { db, close } = connect(path);
  return readKnownStore(db).finally(close);
}

/**
 * Moves the files of an unpacked backup to the bucket, and keeps the present record of the bucket, whatever the backup
 * contains. Throws an Error if the bucket belongs to another site.
 */
async function moveToBucket(unpackedFolder: string, presentStore: KnownStore | null): Promise<void> {
  const path = join(unpackedFolder, DATABASE_FILE);
  const knownStore = presentStore ?? (await knownStoreIn(path));
  refuseOtherSite(await markedSite(), knownStore);
  await sendUploads(unpackedFolder);
  rmSync(join(unpackedFolder, "uploads"), { recursive: true, force: true });
  if (!presentStore) return;
  const { db, close } = connect(path);
  await writeKnownStore(db, presentStore).finally(close);
}

/** Returns whether a file is a database itself, like the copies of upgrades (`before-upgrade-….db`). */
export function isDatabase(file: string): boolean {
  if (!statSync(file).isFile()) return false;
  const [descriptor, start] = [openSync(file, "r"), Buffer.alloc(HEADER.length)];
  readSync(descriptor, start, 0, HEADER.length, 0);
  closeSync(descriptor);
  return start.toString("latin1") === HEADER;
}

/** Begins every database file (https://www.sqlite.org/fileformat.html §1.3). */
const HEADER = "SQLite format 3\0";

/** Removes the folder with personal data if somebody ends the restore. Returns a function that stops the watch. */
function removeWhenEnded(folder: string): () => void {
  const endBySignal = (signal: NodeJS.Signals) => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    process.stderr.write(`Ended by ${signal}. Nothing was changed, and nothing is left in ${folder}.\n`);
    process.exit(1);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, endBySignal);
  return () => {
    for (const signal of signals) process.off(signal, endBySignal);
  };
}

/** Returns the folders of killed restores, which contain personal data and are not used. */
export function foldersLeftByRestores(dataDir: string): string[] {
  const [folder, start] = [dirname(dataDir), `${basename(dataDir)}.restoring-`];
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.startsWith(start))
        .map((name) => join(folder, name))
    : [];
}

/** Unpacks a backup into an empty folder, checks all bytes and the database, and returns the time of the backup. */
export async function unpackBackup(file: string, folder: string): Promise<string> {
  if (isDatabase(file)) {
    const database = join(folder, DATABASE_FILE);
    copyFileSync(file, database);
    chmodSync(database, 0o600);
    await checkDatabase(database);
    return timeOf(file);
  }
  await tar()
    .extract({
      file,
      cwd: folder,
      strict: true,
      filter: (_, entry) => "type" in entry && PLAIN_TYPES.has(entry.type),
      onReadEntry: makePrivate,
    })
    .catch((error) => {
      throw /^(TAR_|Z_|EISDIR)/.test(String(error.code)) ? new Error("it cannot be unpacked") : error;
    });
  const madeAt = await checkManifest(folder);
  await checkDatabase(join(folder, DATABASE_FILE));
  return madeAt;
}

const PLAIN_TYPES = new Set(["File", "OldFile", "Directory"]);

/** Ignores the special bits of the archive's files, and other users' access to them. */
function makePrivate(entry: ReadEntry): void {
  entry.mode = entry.type === "Directory" ? 0o700 : 0o600;
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Throws an Error for a mount point, which cannot be replaced. */
function refuseMountPoint(folder: string): void {
  if (!existsSync(folder) || statSync(folder).dev === statSync(dirname(folder)).dev) return;
  throw mountPointError(folder);
}

function mountPointError(folder: string): Error {
  return new Error(
    `${folder} is a mount point and cannot be replaced: set DATA_DIR to a folder inside it. Nothing was changed.`,
  );
}

/** Locks the database, and returns the function that releases it. Throws an Error if another process uses it. */
export function lockDatabase(path: string): () => void {
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

type Upgraded = Pick<Restored, "migrated" | "waitingMails">;

/** Unpacks and checks a backup, upgrades its database, and ends its sessions and links. Throws an Error. */
export async function unpack(file: string, folder: string): Promise<{ madeAt: string } & Upgraded> {
  try {
    const madeAt = await unpackBackup(file, folder);
    const upgraded = await bringUpToDate(join(folder, DATABASE_FILE));
    await rm(join(folder, MANIFEST), { force: true });
    return { madeAt, ...upgraded };
  } catch (error) {
    if (Object(error).syscall) throw error;
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
    throw new Error(`${file} cannot be restored: ${reason}. Nothing was changed.`);
  }
}

async function bringUpToDate(path: string): Promise<Upgraded> {
  const { db, close } = connect(path);
  try {
    await pendingInBackup(db);
    const migrated = await migrate(db);
    await renewContentVersion(db);
    return { migrated, waitingMails: await endFormerAccess(db) };
  } finally {
    await close();
  }
}

/** Returns the migrations that a backup's database lacks. Throws an Error for a database that this program did not make. */
export async function pendingInBackup(db: Parameters<typeof pendingMigrations>[0]): Promise<string[]> {
  const { pending, isNew } = await pendingMigrations(db);
  if (isNew) throw new Error("This database was not made by this program.");
  return pending;
}

/** Gives the files to the site's user if root restores them. */
function giveToOwnerOf(dataDir: string, unpackedFolder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return;
  const { uid, gid } = statSync(dataDir);
  for (const path of ["", ...(readdirSync(unpackedFolder, { recursive: true }) as string[])])
    chownSync(join(unpackedFolder, path), uid, gid);
}

function freeName(name: string): string {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}-${n}`;
    if (!existsSync(candidate)) return candidate;
  }
}

function swap(dataDir: string, unpackedFolder: string, formerFolder: string): string | undefined {
  if (!existsSync(dataDir)) {
    renameSync(unpackedFolder, dataDir);
    return undefined;
  }
  try {
    renameSync(dataDir, formerFolder);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EBUSY" ? mountPointError(dataDir) : error;
  }
  try {
    renameSync(unpackedFolder, dataDir);
  } catch (error) {
    renameSync(formerFolder, dataDir);
    throw error;
  }
  if (existsSync(join(formerFolder, BACKUPS))) renameSync(join(formerFolder, BACKUPS), join(dataDir, BACKUPS));
  return formerFolder;
}

/** Puts the former data folder back in place of the restored one. */
export async function undoRestore(dataDir: string, formerFolder: string): Promise<void> {
  const restoredFolder = mkdtempSync(`${dataDir}.restoring-`);
  renameSync(dataDir, restoredFolder);
  renameSync(formerFolder, dataDir);
  if (existsSync(join(restoredFolder, BACKUPS))) renameSync(join(restoredFolder, BACKUPS), join(dataDir, BACKUPS));
  await removeFolder(restoredFolder);
}
