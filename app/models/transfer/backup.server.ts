/** Backups: everything in the data folder in one file, also while the site is running. */
import { copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { create } from "tar";
import { copyDatabase, flushFile } from "../../../db/copy";
import { BACKUPS, DATABASE, filesUnder, LIMITS, stamp, writeManifest } from "./backup-archive.server";

export interface Backup {
  file: string;
  /** Size of the backup. */
  bytes: number;
  /** How many files are in it, the database included. */
  files: number;
}

/**
 * Puts everything in `dataDir` but its backups and files on their way in into one tar.gz with checksums, readable by its owner only.
 *
 * The database is copied as it is at one moment, while others go on writing. Files are gathered before and after
 * that moment: whatever a row in the copy speaks of is there, also when it came or went meanwhile.
 *
 * @param file where to; DATA_DIR/backups/longevity-YYYYMMDD-HHMMSS.tar.gz unless told. Its folder is made.
 * @throws Error when there is no database, the file exists already, or the disk is full; no half file stays.
 */
export async function backup(dataDir: string, file?: string, now = new Date()): Promise<Backup> {
  if (!existsSync(join(dataDir, DATABASE)))
    throw new Error(`There is no database in ${dataDir} yet: nothing to back up.`);
  const target = resolve(file ?? join(dataDir, BACKUPS, `longevity-${stamp(now)}.tar.gz`));
  if (existsSync(target)) throw new Error(`${target} exists already: please choose another name.`);
  mkdirSync(dirname(target), PRIVATE_FOLDER);
  mkdirSync(join(dataDir, BACKUPS), PRIVATE_FOLDER);

  const gathered = mkdtempSync(join(dataDir, BACKUPS, `.gathering-${process.pid}-`));
  const unfinished = `${target}.unfinished`;
  try {
    gatherFiles(dataDir, gathered);
    await copyDatabase(join(dataDir, DATABASE), join(gathered, DATABASE));
    gatherFiles(dataDir, gathered);
    const files = await writeManifest(gathered, now);
    await create({ gzip: true, cwd: gathered, file: unfinished, mode: 0o600 }, ["."]);
    flushFile(unfinished);
    renameSync(unfinished, target);
    return { file: target, bytes: statSync(target).size, files };
  } finally {
    rmSync(gathered, { recursive: true, force: true });
    rmSync(unfinished, { force: true });
  }
}

/** What is missing of a path is made, for the owner only. */
const PRIVATE_FOLDER = { recursive: true, mode: 0o700 } as const;

/** Backups themselves, the databases with their companions, and what is worth nothing tomorrow: files that are being sent in. */
const LEFT_OUT = [`${BACKUPS}/`, DATABASE, LIMITS, "incoming/", "imports/"];

/** Copies what is not there yet. */
function gatherFiles(from: string, to: string): void {
  for (const path of filesUnder(from, LEFT_OUT)) {
    if (existsSync(join(to, path))) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    try {
      // Uploads never change once they are there, so a second name for the same bytes does, and costs nothing.
      if (!path.startsWith("uploads/") || !isLinked(join(from, path), join(to, path)))
        copyFileSync(join(from, path), join(to, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error; // gone between listing and copying
    }
  }
}

/** Some file systems know only one name for a file. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw error;
    return false;
  }
}
