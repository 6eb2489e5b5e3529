/** Scheduled backups at work: begins a minute after the start, and looks from time to time whether the next one is due. */
import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { text } from "node:stream/consumers";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { type Loop, startLoop } from "~/models/jobs/loop.server";
import { isBackupDue, removeUndone } from "./backup-schedule.server";

const FIRST_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 10 * 60_000;
/** After one that failed: on a full disk, trying again and again makes nothing better. */
const AFTER_FAILURE_MS = 60 * 60_000;

/** In one process only. Stopping it breaks off a backup that is being made. @param options for tests. */
export function startBackups({ firstAfterMs = FIRST_AFTER_MS, hours = env.BACKUP_EVERY_HOURS } = {}): Loop {
  const times = { everyMs: LOOK_EVERY_MS, firstAfterMs, afterFailureMs: AFTER_FAILURE_MS };
  return startLoop({ name: "backups", ...times }, async (signal) => {
    if (await isBackupDue(env.DATA_DIR, hours)) await makeBackup(signal);
  });
}

/** In a process of its own with a low priority: packing takes the processor, and readers come first. */
async function makeBackup(signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/backup.ts", "--scheduled"], {
    // What it reads of the settings is what this process knows of them.
    env: { ...process.env, DATA_DIR: env.DATA_DIR, BACKUP_KEEP: String(env.BACKUP_KEEP), NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
    killSignal: "SIGKILL",
  });
  // Whatever happens to it, also a stop, it is over when it is closed.
  child.on("error", (error) => log.debug({ err: error }, "the process that makes a backup"));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  if (child.pid) setPriority(child.pid, 10);
  const [said, complaint, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (exitCode !== 0) {
    await removeUndone(env.DATA_DIR, child.pid);
    throw new Error(complaint.trim() || "its process was ended");
  }
  log.info({ backup: JSON.parse(said) }, "a backup was made, unpacked and found whole");
}
