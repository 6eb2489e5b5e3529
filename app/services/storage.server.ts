/** Stores files on disk or in an S3 bucket. Models use names of files; keys are paths below the data folder. */

import { randomUUID } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { HOUR_MS } from "~/stored-times";
import { diskFaultOf, diskProblem } from "./disk-faults.server";
import { diskStore } from "./storage.disk.server";
import { s3Store } from "./storage.s3.server";
import type { FileInfo, Store, StoredFile } from "./store.server";

export interface SentFile {
  field: string;
  name: string;
  path: string;
  bytes: number;
  tooLarge: boolean;
}

const UPLOADS_PREFIX = "uploads/";
const MAX_CONCURRENT_REMOVALS = 8;
export const UPLOADS = join(env.DATA_DIR, "uploads");
const INCOMING = join(env.DATA_DIR, "incoming");

const STORED_NAME = /^([0-9a-z]{2})\/\1[0-9a-z]{14}-[0-9a-z]+\.(webp|jpg)$/;

/** null if files are on the disk. */
const bucket = env.S3_BUCKET
  ? {
      endpoint: env.S3_ENDPOINT as string,
      region: env.S3_REGION as string,
      bucket: env.S3_BUCKET,
      accessKeyId: env.S3_ACCESS_KEY_ID as string,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY as string,
    }
  : null;

/** Tells whether files can be looked up without a request to another machine. */
export const filesAreLocal = bucket === null;

export const store: Store = bucket ? s3Store(bucket) : diskStore(env.DATA_DIR);

/** Caches names that the bucket does not have, because pages cannot wait for its answer. */
const missingNames = bucket && new LRUCache<string, true>({ max: 20_000, ttl: 10 * 60_000 });

/** Tells whether a stored file can have this name. Other names, such as "../site.db", never reach a store. */
export function isStoredName(name: string): boolean {
  return STORED_NAME.test(name);
}

/** Runs `work` with a temporary folder for incoming files, and deletes it afterwards. */
export async function withIncoming<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(INCOMING, randomUUID());
  try {
    await mkdir(folder, { recursive: true });
    return await work(folder);
  } catch (error) {
    const fault = diskFaultOf(error);
    if (!fault) throw error;
    log.error({ err: error, fault }, "the disk or the database failed");
    throw diskProblem(fault);
  } finally {
    // Only logs a failure, which housekeeping repairs: it must not turn a success into an error.
    await rm(folder, { recursive: true, force: true }).catch((error) =>
      log.warn({ err: error }, "a folder was not removed"),
    );
  }
}

/** Writes and flushes a file into an incoming folder, so that `placeFiles` only has to rename it. */
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

/** Moves incoming files to their names in the store; call it before a row refers to them. */
export async function placeFiles(files: { from: string; name: string }[]): Promise<void> {
  for (const { name } of files)
    if (!isStoredName(name)) throw new Error(`This is not the name of a stored file: ${name}`);
  await putFiles(files.map(({ from, name }) => ({ key: UPLOADS_PREFIX + name, path: from })));
  for (const { name } of files) missingNames?.delete(name);
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

/** Removes files that no row refers to. Never throws: housekeeping removes the rest. */
export async function removeFiles(names: string[]): Promise<void> {
  await removeKeys(names.filter(isStoredName).map((name) => UPLOADS_PREFIX + name));
}

/** Removes several files at once, and ends with the first that fails: a store that does not answer would fail for each again. */
async function removeKeys(keys: string[]): Promise<void> {
  let hasFailed = false;
  await pLimit(MAX_CONCURRENT_REMOVALS).map(keys, async (key) => {
    if (hasFailed) return;
    await store.remove(key).catch((error) => {
      hasFailed = true;
      log.warn({ err: error, key }, "a file was not removed");
    });
  });
}

/** Tells whether a file exists. For a bucket this is true until a request has shown that it is missing. */
export function hasFile(name: string): boolean {
  return isStoredName(name) && (missingNames ? !missingNames.has(name) : existsSync(join(UPLOADS, name)));
}

/** Looks these files up in the bucket, so that `hasFile` knows the missing ones. Ignores a bucket that does not answer. */
export async function checkFiles(names: Iterable<string>): Promise<void> {
  if (!filesAreLocal) await Promise.all(Array.from(new Set(names), (name) => headFile(name).catch(() => null)));
}

/** Opens a stored file; returns null for a missing one. Throws "unavailable", as `headFile` does, if the store fails. */
export async function openFile(name: string): Promise<StoredFile | null> {
  return fileOrNull(name, (key) => store.get(key));
}

export async function headFile(name: string): Promise<FileInfo | null> {
  return fileOrNull(name, (key) => store.head(key));
}

async function fileOrNull<T>(name: string, lookUp: (key: string) => Promise<T | null>): Promise<T | null> {
  if (!isStoredName(name) || missingNames?.has(name)) return null;
  const file = await lookUp(UPLOADS_PREFIX + name);
  if (file === null) missingNames?.set(name, true);
  return file;
}

/** Yields the names of all stored files in order, in groups that do not split the files of an image. Skips other files. */
export async function* storedNames(): AsyncGenerator<string[]> {
  let lastImage: string[] = [];
  for await (const keys of store.list(UPLOADS_PREFIX)) {
    const names = lastImage.concat(keys.map((key) => key.slice(UPLOADS_PREFIX.length)).filter(isStoredName));
    const lastImageId = imageOf(names.at(-1) ?? "");
    lastImage = names.filter((name) => imageOf(name) === lastImageId);
    if (lastImage.length < names.length) yield names.slice(0, -lastImage.length);
  }
  if (lastImage.length) yield lastImage;
}

/** Returns the id of the image that a file belongs to. */
export function imageOf(name: string): string {
  return name.slice(3, 19);
}

/** Runs `work` with the path of a stored file, or of a temporary copy of its first `bytes`. Throws "missing". */
export async function withStoredFile<T>(key: string, work: (path: string) => Promise<T>, bytes = Infinity): Promise<T> {
  if (!bucket && existsSync(join(env.DATA_DIR, key))) return work(join(env.DATA_DIR, key));
  return withIncoming(async (folder) => {
    const file = await store.get(key);
    if (!file) throw new AppError("missing", "The file is no longer here. Please send it again.");
    const path = join(folder, randomUUID());
    await pipeline(file.stream, limitBytes(bytes), createWriteStream(path));
    return work(path);
  });
}

function limitBytes(bytes: number) {
  return async function* (source: AsyncIterable<Uint8Array>) {
    let remainingBytes = bytes;
    for await (const chunk of source) {
      yield chunk.subarray(0, remainingBytes);
      remainingBytes -= chunk.byteLength;
      if (remainingBytes <= 0) return;
    }
  };
}

/** Removes incoming files that a crashed process left behind, after an hour, which no request takes. */
export async function removeOldIncoming(now = Date.now()): Promise<void> {
  for (const folder of await readdir(INCOMING).catch(() => [])) {
    const stats = await stat(join(INCOMING, folder)).catch(() => null);
    if (stats && now - stats.mtimeMs > HOUR_MS) await rm(join(INCOMING, folder), { recursive: true, force: true });
  }
}
