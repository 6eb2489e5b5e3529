/** Backups that are made without anybody asking: when, how many are kept, and only ones that are proven count. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Backup, backup } from "./backup.server";
import { BACKUPS, stamp } from "./backup-archive.server";
import { removeFolder, unpackBackup } from "./restore.server";

/** Only files of this name are ever removed to make room: those that somebody made by hand stay. */
const SCHEDULED = /^scheduled-\d{8}-\d{6}\.tar\.gz$/;
/** What a process that broke off leaves. */
const UNDONE = /^scheduled-.*\.(unchecked|unfinished)$|^\.(gathering|checking)-(\d+)-/;

/**
 * Makes a backup in DATA_DIR/backups, unpacks it beside it to prove that it can be restored, gives it its name, and removes the
 * oldest scheduled ones above `keep`. It takes the processor: to be run in a process of its own.
 *
 * @throws Error when it cannot be made or is not what it should be: then it goes, and all former ones stay.
 */
export async function makeScheduledBackup(dataDir: string, keep: number, now = new Date()): Promise<Backup> {
  const folder = join(dataDir, BACKUPS);
  const file = join(folder, `scheduled-${stamp(now)}.tar.gz`);
  const unchecked = `${file}.unchecked`;
  const made = await backup(dataDir, unchecked, now);
  const scratch = mkdtempSync(join(folder, `.checking-${process.pid}-`));
  try {
    await unpackBackup(unchecked, scratch);
    renameSync(unchecked, file);
  } finally {
    await removeFolder(scratch);
    rmSync(unchecked, { force: true });
  }
  for (const old of (await scheduledIn(folder)).slice(keep)) await rm(join(folder, old), { force: true });
  return { ...made, file };
}

/** Whether the newest scheduled backup is older than `hours`, or there is none. */
export async function isBackupDue(dataDir: string, hours: number, now = Date.now()): Promise<boolean> {
  const folder = join(dataDir, BACKUPS);
  const [newest] = await scheduledIn(folder);
  if (!newest) return true;
  return now - statSync(join(folder, newest)).mtimeMs >= hours * 60 * 60_000;
}

const DAY = 24 * 60 * 60_000;

/** Removes what a process of scheduled backups left when it ended in the middle: the one with that id, and long ended ones. */
export async function removeUndone(dataDir: string, pid: number | undefined, now = Date.now()): Promise<void> {
  const folder = join(dataDir, BACKUPS);
  mkdirSync(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const found = UNDONE.exec(name);
    if (!found) continue;
    const since = (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? now;
    if (found[1] || Number(found[3]) === pid || now - since > DAY)
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** The newest first. */
async function scheduledIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => SCHEDULED.test(name))
    .sort()
    .reverse();
}
