/**
 * Keeps the key of the do-not-relist list equal in the setting and in the file of a data folder. With another key the
 * stored hashes would match nobody.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env, RELISTING_SECRET } from "~/env.server";

/** Writes the key from the setting into a folder that has none. */
export function keepKey(folder: string): void {
  const file = join(folder, RELISTING_SECRET);
  if (env.RELISTING_SECRET && !existsSync(file))
    writeFileSync(file, `${env.RELISTING_SECRET}\n`, { mode: 0o600, flush: true });
}

/** Throws an Error if the file of a folder contains another key than the setting. */
export function refuseOtherKey(folder: string): void {
  if (!hasOtherKey(folder)) return;
  const file = join(folder, RELISTING_SECRET);
  throw new Error(`RELISTING_SECRET differs from the content of ${file}: please make them equal. Nothing was changed.`);
}

/** Returns whether a folder has another key than the setting. */
export function hasOtherKey(folder: string): boolean {
  const file = join(folder, RELISTING_SECRET);
  if (!env.RELISTING_SECRET || !existsSync(file)) return false;
  return readFileSync(file, "utf8").trim() !== env.RELISTING_SECRET;
}
