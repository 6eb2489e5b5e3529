/** Files of the data folder hold secrets and personal data: they are for the site's own user only. */
import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { log } from "~/log.server";

const PRIVATE_FOLDERS = ["backups", "outbox"];

/** Removes the rights of other users to files of an earlier version. */
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
