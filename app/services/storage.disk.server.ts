/** Stores files in the data folder, for one machine or several that share a disk. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync } from "node:fs";
import { open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Store } from "./store.server";

/**
 * Returns a store whose keys are paths below `dataDir`. `put` and `remove` throw errors of the disk; the others treat an unreadable
 * file as missing.
 */
export function diskStore(dataDir: string): Store {
  const pathOf = (key: string) => join(dataDir, key);
  return {
    place: dataDir,

    async put(files) {
      const folders = new Set<string>();
      for (const { key, path } of files) {
        const folder = dirname(pathOf(key));
        mkdirSync(folder, { recursive: true });
        renameSync(path, pathOf(key));
        folders.add(folder).add(dirname(folder));
      }
      for (const folder of folders) flushFolder(folder);
    },

    async get(key) {
      const file = await open(pathOf(key)).catch(() => null);
      if (!file) return null;
      const { size, mtime } = await file.stat();
      return { bytes: size, lastModified: mtime.toUTCString(), stream: file.createReadStream() };
    },

    async head(key) {
      const stats = await stat(pathOf(key)).catch(() => null);
      if (!stats) return null;
      const { size, mtime } = stats;
      return { bytes: size, lastModified: mtime.toUTCString(), ageMs: Date.now() - mtime.getTime() };
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async *list(prefix) {
      const entries = await readdir(pathOf(prefix), { withFileTypes: true }).catch(() => []);
      const names = entries.filter((entry) => entry.isFile()).map(({ name }) => prefix + name);
      if (names.length) yield names.sort();
      const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${prefix}${name}/`);
      for (const folder of folders.sort()) yield* this.list(folder);
    },
  };
}

function flushFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
