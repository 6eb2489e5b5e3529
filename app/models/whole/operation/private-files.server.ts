/**
 * Protects the files of the data folder from other users of the machine, because they contain secrets and personal
 * data.
 */
import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { log } from "~/log.server";

const PRIVATE_FOLDERS = ["backups", "outbox"];

/** Removes other users' rights to files that an earlier version created. */
export async function tightenFiles(dataDir: string): Promise<void> {
  await tightenIn(dataDir);
  for (const folder of PRIVATE_FOLDERS) {
    await tighten(join(dataDir, folder));
    await tightenIn(join(dataDir, folder));
  }
}

async function tightenIn(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isFile()) await tighten(join(folder, entry.name));
}

async function tighten(path: string): Promise<void> {
  try {
    const { mode } = await lstat(path);
    if ((mode & 0o7077) !== 0) await chmod(path, mode & 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    log.warn({ err: error, path }, "a file may be readable for other users of this machine");
  }
}
