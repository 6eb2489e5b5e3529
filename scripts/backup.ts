import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { create } from "tar";
import { env } from "~/env.server";
import { connect } from "../db/connect";
import { BACKUPS, DATABASE, filesUnder, LIMITS, stamp, writeManifest } from "./archive";

/** `npm run db:backup [-- FILE]`: also while the site is running. */
export async function main([file]: string[]): Promise<void> {
  const started = Date.now();
  const made = await backup(env.DATA_DIR, file);
  const content = `${made.files} ${made.files === 1 ? "file" : "files"}, ${(made.bytes / 1024 ** 2).toFixed(1)} MB`;
  console.log(`Backed up ${env.DATA_DIR} to ${made.file}: ${content}, in ${(Date.now() - started) / 1000} s.`);
  console.log("It holds everything, the site's secret and personal data included: keep it where only you can read it.");
}

export interface Backup {
  file: string;
  /** Size of the backup. */
  bytes: number;
  /** How many files are in it, the database included. */
  files: number;
}

/**
 * Puts everything in `dataDir` but its backups into one tar.gz with checksums, readable by its owner only.
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
  mkdirSync(dirname(target), { recursive: true });
  mkdirSync(join(dataDir, BACKUPS), { recursive: true });

  const gathered = mkdtempSync(join(dataDir, BACKUPS, ".gathering-"));
  const unfinished = `${target}.unfinished`;
  try {
    gatherFiles(dataDir, gathered);
    await copyDatabase(join(dataDir, DATABASE), join(gathered, DATABASE));
    gatherFiles(dataDir, gathered);
    const files = await writeManifest(gathered, now);
    await create({ gzip: true, cwd: gathered, file: unfinished }, ["."]);
    chmodSync(unfinished, 0o600);
    flush(unfinished);
    renameSync(unfinished, target);
    return { file: target, bytes: statSync(target).size, files };
  } finally {
    rmSync(gathered, { recursive: true, force: true });
    rmSync(unfinished, { force: true });
  }
}

/** Copies what is not there yet: everything but the databases, their companions and the backups. */
function gatherFiles(from: string, to: string): void {
  for (const path of filesUnder(from)) {
    if ([`${BACKUPS}/`, DATABASE, LIMITS].some((start) => path.startsWith(start)) || existsSync(join(to, path)))
      continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    try {
      // Uploads never change once they are there, so a second name for the same bytes does, and costs nothing.
      if (path.startsWith("uploads/")) linkSync(join(from, path), join(to, path));
      else copyFileSync(join(from, path), join(to, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error; // gone between listing and copying
    }
  }
}

/** One reading transaction, so that it is the state of one moment; in WAL mode it holds up no writer. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const { sqlite, close } = connect(from);
  try {
    sqlite.prepare("VACUUM INTO ?").run(to);
  } finally {
    await close();
  }
}

/** Makes sure the bytes are on the disk before the file gets its name. */
function flush(path: string): void {
  const descriptor = openSync(path, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
