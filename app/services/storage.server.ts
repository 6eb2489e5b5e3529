/** Stored files: on disk, or in a bucket of an S3-compatible store. Models know names; keys are paths below the data folder. */
import { randomUUID } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { diskFaultOf, diskProblem } from "./disk-faults.server";
import { diskStore } from "./storage.disk.server";
import { s3Store } from "./storage.s3.server";
import type { AboutFile, Store, StoredFile } from "./store.server";

export interface SentFile {
  field: string;
  name: string;
  path: string;
  bytes: number;
  tooLarge: boolean;
}

const UPLOADS_PREFIX = "uploads/";
export const UPLOADS = join(env.DATA_DIR, "uploads");
const INCOMING = join(env.DATA_DIR, "incoming");

const NAME = /^([0-9a-z]{2})\/\1[0-9a-z]{14}-[0-9a-z]+\.(webp|jpg)$/;

/** null: the disk. */
const bucket = env.S3_BUCKET
  ? {
      endpoint: env.S3_ENDPOINT as string,
      region: env.S3_REGION as string,
      bucket: env.S3_BUCKET,
      accessKeyId: env.S3_ACCESS_KEY_ID as string,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY as string,
    }
  : null;

/** Says whether files can be looked up without a request to another machine. */
export const filesAreHere = bucket === null;

export const store: Store = bucket ? s3Store(bucket) : diskStore(env.DATA_DIR);

/** Names that a bucket did not have, for some minutes: pages cannot wait for its answer. */
const lost = bucket && new LRUCache<string, true>({ max: 20_000, ttl: 10 * 60_000 });

/** Tells whether a stored file can have this name; others, such as "../site.db", never reach a store. */
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
    // Leaves the folder to housekeeping: it must not turn a success into a failure.
    await rm(folder, { recursive: true, force: true }).catch((error) =>
      log.warn({ err: error }, "a folder was not removed"),
    );
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

/** Gives incoming files their names in the store, before any row names them. */
export async function placeFiles(files: { from: string; name: string }[]): Promise<void> {
  for (const { name } of files)
    if (!isStoredName(name)) throw new Error(`This is not the name of a stored file: ${name}`);
  await putFiles(files.map(({ from, name }) => ({ key: UPLOADS_PREFIX + name, path: from })));
  for (const { name } of files) lost?.delete(name);
}

/** Puts files into the store under new keys: all of them, or none. */
export async function putFiles(files: { key: string; path: string }[]): Promise<void> {
  try {
    await store.put(files);
  } catch (error) {
    await removeKeys(files.map(({ key }) => key));
    throw error;
  }
}

/** Removes files that no row names. Never throws: housekeeping removes the rest. */
export async function removeFiles(names: string[]): Promise<void> {
  await removeKeys(names.filter(isStoredName).map((name) => UPLOADS_PREFIX + name));
}

async function removeKeys(keys: string[]): Promise<void> {
  for (const key of keys)
    await store.remove(key).catch((error) => log.warn({ err: error, key }, "a file was not removed"));
}

/** Tells whether a page may show a file; in a bucket, until it was found missing there. */
export function hasFile(name: string): boolean {
  return isStoredName(name) && (lost ? !lost.has(name) : existsSync(join(UPLOADS, name)));
}

/** Asks a bucket for these files, so that `hasFile` knows; a bucket that is away has them all. */
export async function lookForFiles(names: Iterable<string>): Promise<void> {
  if (!filesAreHere) await Promise.all(Array.from(new Set(names), (name) => headFile(name).catch(() => null)));
}

/** @throws AppError "unavailable" when the store is away, here and below. */
export async function openFile(name: string): Promise<StoredFile | null> {
  return fileOrNull(name, (key) => store.get(key));
}

export async function headFile(name: string): Promise<AboutFile | null> {
  return fileOrNull(name, (key) => store.head(key));
}

async function fileOrNull<T>(name: string, ask: (key: string) => Promise<T | null>): Promise<T | null> {
  if (!isStoredName(name) || lost?.has(name)) return null;
  const answer = await ask(UPLOADS_PREFIX + name);
  if (answer === null) lost?.set(name, true);
  return answer;
}

/** The names of all stored files in order, in groups that divide no image; whatever else lies there is not ours. */
export async function* storedNames(): AsyncGenerator<string[]> {
  let lastImage: string[] = [];
  for await (const keys of store.list(UPLOADS_PREFIX)) {
    const names = lastImage.concat(keys.map((key) => key.slice(UPLOADS_PREFIX.length)).filter(isStoredName));
    const last = imageOf(names.at(-1) ?? "");
    lastImage = names.filter((name) => imageOf(name) === last);
    if (lastImage.length < names.length) yield names.slice(0, -lastImage.length);
  }
  if (lastImage.length) yield lastImage;
}

/** The id of the image that a file belongs to. */
export function imageOf(name: string): string {
  return name.slice(3, 19);
}

/**
 * Gives `work` the path of a stored file, or of a copy with at most `bytes` of it. Throws "missing".
 */
export async function withStored<T>(key: string, work: (path: string) => Promise<T>, bytes = Infinity): Promise<T> {
  if (!bucket && existsSync(join(env.DATA_DIR, key))) return work(join(env.DATA_DIR, key));
  return withIncoming(async (folder) => {
    const file = await store.get(key);
    if (!file) throw new AppError("missing", "The file is no longer here. Please send it again.");
    const path = join(folder, randomUUID());
    await pipeline(file.stream, atMost(bytes), createWriteStream(path));
    return work(path);
  });
}

function atMost(bytes: number) {
  return async function* (source: AsyncIterable<Uint8Array>) {
    let remaining = bytes;
    for await (const chunk of source) {
      yield chunk.subarray(0, remaining);
      remaining -= chunk.byteLength;
      if (remaining <= 0) return;
    }
  };
}

const HOUR = 60 * 60_000;

/** Removes incoming files that a broken process left: no request takes an hour. */
export async function removeOldIncoming(now = Date.now()): Promise<void> {
  for (const folder of await readdir(INCOMING).catch(() => [])) {
    const stats = await stat(join(INCOMING, folder)).catch(() => null);
    if (stats && now - stats.mtimeMs > HOUR) await rm(join(INCOMING, folder), { recursive: true, force: true });
  }
}
