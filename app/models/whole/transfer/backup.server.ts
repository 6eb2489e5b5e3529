import { createHash } from "node:crypto";
import {
  copyFileSync,
  createReadStream,
  type Dirent,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { lazyPackage } from "~/services/lazy-package.server";
import { filesAreLocal } from "~/services/storage.server";
import { CLOCKS_DIFFER_MS, isAhead } from "~/stored-times";
import { DATABASE_FILE, PREFIX } from "~/subject/names";
import { copyDatabase, flushFile } from "../../../../db/sqlite/copy";
import { IN_USE } from "../../../../db/sqlite/data-folder";
import { lackingIn } from "./lacking-files.server";
import { dumpPostgres } from "./postgres.server";
import { fetchUploads } from "./stored-files.server";

/** The name of this host without "-". */
export const HOST = hostname().replace(/[^A-Za-z0-9.]/g, "_");

/**
 * Returns the beginning of the name of an unfinished file or folder. It has the process and the host that write it,
 * because containers that share a folder number their processes alike.
 */
export function unfinishedName(kind: "gathering" | "checking" | "unchecked"): string {
  return `.${kind}-${process.pid}@${HOST}-`;
}

const tar = lazyPackage<typeof import("tar")>("tar");

export const BACKUPS = "backups";
export const EXPORTS = "exports";
export const MANIFEST = "manifest.json";
/**
 * Names the file of a restored folder that says where the former folder is, until the people who left since the backup are
 * removed.
 */
export const UNCHECKED_PEOPLE = "unchecked-people";

export interface Backup {
  file: string;
  bytes: number;
  /** Includes the database. */
  files: number;
  /** Ids of images whose files are missing on the site and therefore in the backup; at most 100. */
  lacking: string[];
}

/**
 * Packs `dataDir`, or PostgreSQL and the bucket, into a tar.gz with checksums that only its owner can read. Leaves
 * out backups and incoming files.
 */
export async function backup(dataDir: string, file?: string, now = new Date()): Promise<Backup> {
  if (!env.DATABASE_URL && !existsSync(join(dataDir, DATABASE_FILE)))
    throw new Error(`There is no database in ${dataDir} yet: nothing to back up.`);
  const target = resolve(file ?? join(dataDir, BACKUPS, `${PREFIX}-${stamp(now)}.tar.gz`));
  if (lstatSync(target, { throwIfNoEntry: false }))
    throw new Error(`${target} exists already: please choose another name.`);
  // Refuses a missing folder, because a new one could belong to another user and look like a backup folder.
  if (file && !existsSync(dirname(target)))
    throw new Error(`There is no folder ${dirname(target)}: please create it first.`);
  mkdirSync(join(dataDir, BACKUPS), PRIVATE_FOLDER);

  const gatheredFolder = mkdtempSync(join(dataDir, BACKUPS, unfinishedName("gathering")));
  const unfinishedFile = `${target}.unfinished`;
  try {
    await gatherFiles(dataDir, gatheredFolder);
    await gatherDatabase(dataDir, gatheredFolder);
    await gatherFiles(dataDir, gatheredFolder);
    const files = await writeManifest(gatheredFolder, now);
    await tar().create({ gzip: true, cwd: gatheredFolder, file: unfinishedFile, mode: 0o600 }, ["."]);
    flushFile(unfinishedFile);
    const lacking = await lackingIn(gatheredFolder);
    renameSync(unfinishedFile, target);
    return { file: target, bytes: statSync(target).size, files, lacking };
  } finally {
    for (const folder of [gatheredFolder, unfinishedFile]) removeLeftover(folder);
  }
}

/**
 * Removes a leftover. A failure is only logged, because this backup is complete and the next scheduled one tries
 * again.
 */
function removeLeftover(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    log.warn({ err: error, path }, "temporary files of a backup could not be removed");
  }
}

/** Returns the time of the newest backup on this disk; null without one. Ignores times in the future. */
export async function lastBackup(folder = join(env.DATA_DIR, BACKUPS), now = Date.now()): Promise<string | null> {
  const names = await readdir(folder).catch(() => []);
  const times = await Promise.all(
    names
      .filter((name) => name.endsWith(".tar.gz"))
      .map((name) =>
        stat(join(folder, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      ),
  );
  const newestTime = Math.max(
    0,
    ...times.filter((time) => !isAhead(time, Number.POSITIVE_INFINITY, now + CLOCKS_DIFFER_MS)),
  );
  return newestTime ? new Date(newestTime).toISOString() : null;
}

/** Matches the backups that may be deleted. */
const SCHEDULED = /^scheduled-\d{8}-\d{6}\.tar\.gz$/;

/**
 * Returns the names of scheduled backups in a folder up to now, newest first. Leaves out those that a clock in the
 * future made.
 */
export async function scheduledIn(folder: string, now = Date.now()): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return pastScheduled(names, now);
}

/** Returns the names of scheduled backups up to now, newest first. */
export function pastScheduled(names: string[], now = Date.now()): string[] {
  const newestName = `scheduled-${stamp(new Date(now + CLOCKS_DIFFER_MS))}.tar.gz`;
  return names
    .filter((name) => SCHEDULED.test(name) && name <= newestName)
    .sort()
    .reverse();
}

const PRIVATE_FOLDER = { recursive: true, mode: 0o700 } as const;

/**
 * Paths that a backup leaves out: backups and exports, databases with their companions, the lock, and incoming files.
 */
const LEFT_OUT = [
  `${BACKUPS}/`,
  DATABASE_FILE,
  "limits.db",
  IN_USE,
  UNCHECKED_PEOPLE,
  "incoming/",
  "imports/",
  `${EXPORTS}/`,
];

async function gatherDatabase(from: string, to: string): Promise<void> {
  if (env.DATABASE_URL) await dumpPostgres(env.DATABASE_URL, join(to, DATABASE_FILE), to);
  else await copyDatabase(join(from, DATABASE_FILE), join(to, DATABASE_FILE));
}

async function gatherFiles(from: string, to: string): Promise<void> {
  if (!filesAreLocal) await fetchUploads(to);
  takeFiles(from, to);
}

/** Copies the files of this disk that belong into a backup, except the database and existing ones. */
export function takeFiles(from: string, to: string): void {
  for (const path of filesUnder(from, filesAreLocal ? LEFT_OUT : [...LEFT_OUT, "uploads/"])) {
    if (existsSync(join(to, path))) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    try {
      // Links uploads, which never change.
      if (!path.startsWith("uploads/") || !tryLink(join(from, path), join(to, path)))
        copyFileSync(join(from, path), join(to, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error; // Ignores files that were deleted meanwhile
    }
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw error;
    return false;
  }
}

const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  files: z.array(z.object({ path: z.string(), bytes: z.number().int(), sha256: z.string() })),
});

/** Writes the manifest with the checksums of all files; returns the number of files. */
export async function writeManifest(folder: string, now: Date): Promise<number> {
  const files = [];
  for (const path of filesUnder(folder)) files.push({ path, ...(await measure(join(folder, path))) });
  const manifest: z.input<typeof Manifest> = { format: 1, madeAt: now.toISOString(), files };
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest, null, 2));
  return files.length;
}

/** Returns the backup's time. Throws an Error unless files and bytes match the manifest. */
export async function checkManifest(folder: string): Promise<string> {
  if (!existsSync(join(folder, MANIFEST))) throw new Error("it has no manifest");
  const { success, data } = Manifest.safeParse(parseJson(readFileSync(join(folder, MANIFEST), "utf8")));
  if (!success) throw new Error("this version cannot read its manifest");
  const listedFiles = new Map(data.files.map((file) => [file.path, file]));
  if (!listedFiles.has(DATABASE_FILE)) throw new Error("it contains no database");
  const presentFiles = new Set(filesUnder(folder).filter((path) => path !== MANIFEST));
  for (const path of presentFiles) if (!listedFiles.has(path)) throw new Error(`${path} is not in its manifest`);
  for (const { path, bytes, sha256 } of data.files) {
    if (!presentFiles.has(path)) throw new Error(`${path} is missing`);
    const measurement = await measure(join(folder, path));
    if (measurement.bytes !== bytes || measurement.sha256 !== sha256)
      throw new Error(`${path} was changed or damaged after the backup was made`);
  }
  return data.madeAt;
}

/** Returns the sorted relative paths, without those that begin with `leftOut`. */
function filesUnder(folder: string, leftOut: string[] = []): string[] {
  const paths: string[] = [];
  const collect = (below: string) => {
    for (const entry of entriesOf(join(folder, below))) {
      const path = below + entry.name;
      const isFolder = entry.isDirectory();
      if (leftOut.some((start) => `${path}${isFolder ? "/" : ""}`.startsWith(start))) continue;
      if (isFolder) collect(`${path}/`);
      else if (entry.isFile()) paths.push(path);
    }
  };
  collect("");
  return paths.sort();
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Matches copies of the database alone, and captures their kind. */
export const COPY = /^(before-[a-z]+)-\d{8}-\d{6}\.db$/;

/** Returns the time in the name of a backup, otherwise the time of the file. */
export function timeOf(path: string): string {
  return timeIn(basename(path)) ?? statSync(path).mtime.toISOString();
}

/** Returns the time in a backup's automatic name; null for any other name. */
export function timeIn(name: string): string | null {
  const [, ...parts] = /^[a-z-]+-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.(?:tar\.gz|db)$/.exec(name) ?? [];
  if (parts.length === 0) return null;
  const [year, month, day, hours, minutes, seconds] = parts;
  return `${year}-${month}-${day}T${hours}:${minutes}:${seconds}.000Z`;
}

/** Formats a time as YYYYMMDD-HHMMSS, UTC. */
export function stamp(time: Date): string {
  return time.toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
}

async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return { bytes: statSync(path).size, sha256: hash.digest("hex") };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
