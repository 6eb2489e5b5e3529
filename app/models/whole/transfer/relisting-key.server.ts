/**
 * The key of the do-not-relist list, as a setting and as a file of a data folder: hashes of one must be recognised by the
 * other.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env, RELISTING_SECRET } from "~/env.server";

/** Writes the key, where it is a setting, into a folder that has none. */
export function keepKey(folder: string): void {
  const file = join(folder, RELISTING_SECRET);
  if (env.RELISTING_SECRET && !existsSync(file))
    writeFileSync(file, `${env.RELISTING_SECRET}\n`, { mode: 0o600, flush: true });
}

/** Throws an Error when the file of a folder holds another key than the setting. */
export function refuseOtherKey(folder: string): void {
  if (!hasOtherKey(folder)) return;
  const file = join(folder, RELISTING_SECRET);
  throw new Error(`RELISTING_SECRET differs from the content of ${file}: please make them equal. Nothing was changed.`);
}

/** Tells whether a folder was hashed with another key than the configured one. */
export function hasOtherKey(folder: string): boolean {
  const file = join(folder, RELISTING_SECRET);
  if (!env.RELISTING_SECRET || !existsSync(file)) return false;
  return readFileSync(file, "utf8").trim() !== env.RELISTING_SECRET;
}
