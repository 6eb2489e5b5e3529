import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { engine } from "~/db.server";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { doubtedClock } from "~/models/base/jobs/clock.server";
import { readCursor, writeCursor } from "~/models/base/jobs/cursor.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { DAY_MS, isWithin, toIso } from "~/stored-times";
import { BACKUPS, type Backup, backup, HOST, lastBackup, scheduledIn, stamp, unfinishedName } from "./backup.server";
import { removeFolder, unpackBackup } from "./restore.server";

const FIRST_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 10 * 60_000;
const AFTER_FAILURE_MS = 60 * 60_000;

/** Starts the loop of scheduled backups; `stop` aborts a backup. Only tests use the options. */
export function startBackups({ firstAfterMs = FIRST_AFTER_MS, hours = env.BACKUP_EVERY_HOURS } = {}): Loop {
  const times = { everyMs: LOOK_EVERY_MS, firstAfterMs, afterFailureMs: AFTER_FAILURE_MS };
  // Also sends backups that a former process could not send.
  let isUnsent = env.BACKUP_S3_BUCKET !== undefined;
  return startLoop({ name: "backups", ...times }, async (signal) => {
    if (await isDue(hours)) {
      await removeUnfinished(env.DATA_DIR, undefined);
      await makeBackup(signal);
      await writeCursor(CURSOR, { madeAt: await engine.now() });
      isUnsent = env.BACKUP_S3_BUCKET !== undefined;
    }
    // Sending also removes old backups, so it waits while the clock is in doubt.
    if (isUnsent && !(await doubtedClock())) {
      const sent = await runCommand(["backup", "send"], signal);
      log.info({ sent }, "all scheduled backups are in the bucket");
      isUnsent = false;
    }
  });
}

const CURSOR = "backup";

/**
 * Returns whether a backup is due. Uses a cursor with PostgreSQL, because nodes without a shared disk do not see each
 * other's backups.
 */
async function isDue(hours: number): Promise<boolean> {
  if (engine.kind === "sqlite") return isBackupDue(env.DATA_DIR, hours);
  const lastBackup = await readCursor<{ madeAt: number }>(CURSOR);
  return !lastBackup || !isWithin(lastBackup.madeAt, hours * 60 * 60_000, await engine.now());
}

/** Returns the time of the newest backup of the site, which another node may have made; null without one. */
export async function lastBackupOfSite(): Promise<string | null> {
  const ownBackup = await lastBackup();
  const { madeAt } = (engine.kind === "postgres" && (await readCursor<{ madeAt: number }>(CURSOR))) || { madeAt: 0 };
  const scheduledBackup = madeAt > 0 && madeAt <= (await engine.now()) ? toIso(madeAt) : null;
  return (
    [ownBackup, scheduledBackup]
      .filter((time) => time !== null)
      .sort()
      .at(-1) ?? null
  );
}

async function makeBackup(signal: AbortSignal): Promise<void> {
  const newBackup = (await runCommand(["backup", "--scheduled"], signal)) as Backup;
  if (newBackup.lacking.length > 0)
    log.warn(
      { backup: newBackup },
      "a backup was made, unpacked and checked, but the files of some images are missing",
    );
  else log.info({ backup: newBackup }, "a backup was made, unpacked and checked");
}

/**
 * Runs a command in a process that lowers its priority, because compression and checksums are CPU-bound. Returns its answer.
 */
async function runCommand(command: string[], signal: AbortSignal): Promise<unknown> {
  const child = spawn(process.execPath, ["build/admin.js", ...command, "--json"], {
    env: { ...process.env, DATA_DIR: env.DATA_DIR, BACKUP_KEEP: String(env.BACKUP_KEEP), NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
    killSignal: "SIGKILL",
  });
  // Waits for "close", which follows every end, also an abort.
  child.on("error", (error) => log.debug({ err: error }, "the backup process failed"));
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [output, errorOutput, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  if (exitCode === 0) return JSON.parse(output);
  await removeUnfinished(env.DATA_DIR, child.pid);
  throw new Error(problemIn(output) ?? (errorOutput.trim() || "its process was stopped"));
}

function problemIn(output: string): string | null {
  try {
    return JSON.parse(output).error ?? null;
  } catch {
    return null;
  }
}

/** Captures the process and the host of `unfinishedName`; names of version 1.0.0 have no host, or neither. */
const UNFINISHED = /^scheduled-.*\.(?:unchecked|unfinished)$|^\.(?:gathering|checking|unchecked)-(\d+)(?:@([^-]*))?-/;

/** Makes a backup in DATA_DIR/backups, unpacks it as a check, and deletes scheduled ones above `keep`. */
export async function makeScheduledBackup(
  dataDir: string,
  keep: number,
  { now = new Date(), isClockDoubted = false } = {},
): Promise<Backup> {
  const folder = join(dataDir, BACKUPS);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `scheduled-${stamp(now)}.tar.gz`);
  const uncheckedFile = join(folder, `${unfinishedName("unchecked")}${stamp(now)}`);
  const newBackup = await backup(dataDir, uncheckedFile, now);
  const scratch = mkdtempSync(join(folder, unfinishedName("checking")));
  try {
    await unpackBackup(uncheckedFile, scratch);
    renameSync(uncheckedFile, file);
  } finally {
    await removeFolder(scratch);
    rmSync(uncheckedFile, { force: true });
  }
  const oldBackups = isClockDoubted ? [] : (await scheduledIn(folder, now.getTime())).slice(keep);
  for (const name of oldBackups) await rm(join(folder, name), { force: true });
  return { ...newBackup, file };
}

/** Returns whether the newest scheduled backup is missing, or older than `hours`. */
export async function isBackupDue(dataDir: string, hours: number, now = Date.now()): Promise<boolean> {
  const folder = join(dataDir, BACKUPS);
  const [newestName] = await scheduledIn(folder, now);
  if (!newestName) return true;
  return !isWithin(statSync(join(folder, newestName)).mtimeMs, hours * 60 * 60_000, now);
}

/**
 * Deletes unfinished backups of the process `pid`, of processes of this host that have ended, and those older than a day,
 * because an operator's backup, or one on another host, may run at the same time.
 */
export async function removeUnfinished(dataDir: string, pid: number | undefined, now = Date.now()): Promise<void> {
  const folder = join(dataDir, BACKUPS);
  mkdirSync(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const match = UNFINISHED.exec(name);
    if (!match) continue;
    const changedAt = (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? now;
    const [, writer, host] = match;
    const isWritten = writer && (host !== HOST || (Number(writer) !== pid && isRunning(Number(writer))));
    if (!isWritten || now - changedAt > DAY_MS) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process belongs to somebody else.
    return Object(error).code === "EPERM";
  }
}
