/**
 * Copies uploads between a folder and the store. Copies only missing ones, so that an interrupted copy can continue.
 */
import { randomUUID } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pLimit from "p-limit";
import { diskStore } from "~/services/storage.disk.server";
import { isStoredName, store } from "~/services/storage.server";

export interface MovedFiles {
  moved: number;
  /** The number of files that existed already. */
  kept: number;
}

const UPLOADS = "uploads/";
const CONCURRENCY = 8;

/** Puts the uploads below `folder` into the store; a store on a disk moves them. */
export function sendUploads(folder: string): Promise<MovedFiles> {
  return moveAll(diskStore(folder).list(UPLOADS), async (key) => {
    const [path, storedFile] = [join(folder, key), await store.head(key)];
    if (storedFile?.bytes === (await stat(path)).size) return false;
    await store.put([{ key, path }]);
    return true;
  });
}

/** Copies the uploads of the store into `folder`. */
export function fetchUploads(folder: string): Promise<MovedFiles> {
  const local = diskStore(folder);
  return moveAll(store.list(UPLOADS), async (key) => {
    if (existsSync(join(folder, key))) return false;
    await mkdir(folder, { recursive: true });
    const file = await store.get(key);
    // The file was deleted after it was listed.
    if (!file) return false;
    const path = join(folder, `.${randomUUID()}`);
    try {
      await pipeline(file.stream, createWriteStream(path));
      if ((await stat(path)).size !== file.bytes) throw new Error(`${key} arrived incomplete. Please try again.`);
      await local.put([{ key, path }]);
    } finally {
      await rm(path, { force: true });
    }
    return true;
  });
}

async function moveAll(pages: AsyncGenerator<string[]>, move: (key: string) => Promise<boolean>): Promise<MovedFiles> {
  const files: MovedFiles = { moved: 0, kept: 0 };
  const limit = pLimit(CONCURRENCY);
  for await (const page of pages) {
    const keys = page.filter((key) => isStoredName(key.slice(UPLOADS.length)));
    for (const wasMoved of await limit.map(keys, move)) files[wasMoved ? "moved" : "kept"]++;
  }
  return files;
}
