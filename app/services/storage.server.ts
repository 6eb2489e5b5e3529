/** Stored files: the one place that knows where uploads are, so that another store can take the disk's place. */
import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync } from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { diskFaultOf, diskProblem } from "./disk-faults.server";

export const UPLOADS = join(env.DATA_DIR, "uploads");
const INCOMING = join(env.DATA_DIR, "incoming");

const NAME = /^([0-9a-z]{2})\/\1[0-9a-z]{14}-[0-9a-z]+\.(webp|jpg)$/;

export interface SentFile {
  field: string;
  name: string;
  path: string;
  bytes: number;
  tooLarge: boolean;
}

/**
 * Whether this is what a stored file can be called; anything else, such as "../longevity.db", never reaches the disk.
 */
export function isStoredName(name: string): boolean {
  return NAME.test(name);
}

/** Gives `work` a folder for files on their way; the folder goes with everything that is still in it. */
export async function withIncoming<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(INCOMING, randomUUID());
  try {
    await mkdir(folder, { recursive: true });
    return await work(folder);
  } catch (error) {
    const fault = diskFaultOf(error);
    if (!fault) throw error;
    log.error({ err: error }, "the disk refused a file");
    throw diskProblem(fault);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a file into an incoming folder, down to the disk, so that `place` only has to name it. */
export async function writeIncoming(folder: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, randomUUID());
  const file = await open(path, "wx");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  return path;
}

/** Gives incoming files their names among the uploads; they are there when this returns, also after a power cut. */
export function placeFiles(files: { from: string; name: string }[]): void {
  const folders = new Set<string>();
  for (const { from, name } of files) {
    if (!isStoredName(name)) throw new Error(`This is no name for a stored file: ${name}`);
    const target = join(UPLOADS, name);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(from, target);
    folders.add(dirname(target));
  }
  for (const folder of [...folders, UPLOADS]) flushFolder(folder);
}

function flushFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export async function removeFiles(names: string[]): Promise<void> {
  for (const name of names) if (isStoredName(name)) await rm(join(UPLOADS, name), { force: true });
}

export function hasFile(name: string): boolean {
  return isStoredName(name) && existsSync(join(UPLOADS, name));
}

export async function openFile(name: string): Promise<{ stream: Readable; bytes: number } | null> {
  if (!isStoredName(name)) return null;
  const file = await open(join(UPLOADS, name)).catch(() => null);
  return file && { bytes: (await file.stat()).size, stream: file.createReadStream() };
}

export async function storedFolders(): Promise<string[]> {
  return (await readdir(UPLOADS).catch(() => [])).filter((folder) => /^[0-9a-z]{2}$/.test(folder));
}

/** The names of the stored files in one folder; whatever else lies there is not ours. */
export function filesIn(folder: string): string[] {
  if (!existsSync(join(UPLOADS, folder))) return [];
  return readdirSync(join(UPLOADS, folder))
    .map((file) => `${folder}/${file}`)
    .filter(isStoredName);
}

const HOUR = 60 * 60_000;

/** Removes incoming files that a broken process left: no request takes an hour. */
export async function removeOldIncoming(now = Date.now()): Promise<void> {
  for (const folder of await readdir(INCOMING).catch(() => [])) {
    const found = await stat(join(INCOMING, folder)).catch(() => null);
    if (found && now - found.mtimeMs > HOUR) await rm(join(INCOMING, folder), { recursive: true, force: true });
  }
}
