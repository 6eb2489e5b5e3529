import { constants, setPriority } from "node:os";
import { env } from "~/env.server";
import { type Backup, backup } from "~/models/transfer/backup.server";
import { makeScheduledBackup } from "~/models/transfer/backup-schedule.server";
import { runProgram } from "./program";

/** `npm run db:backup [-- FILE]`: also while the site is running. */
await runProgram(async ([file]) => {
  // Packing takes the processor; readers and writers on the site come first.
  setPriority(constants.priority.PRIORITY_LOW);
  const started = Date.now();
  if (file === "--scheduled") {
    const made = await makeScheduledBackup(env.DATA_DIR, env.BACKUP_KEEP);
    console.log(JSON.stringify({ ...made, ms: Date.now() - started }));
  } else print(await backup(env.DATA_DIR, file), Date.now() - started);
});

function print({ file, files, bytes }: Backup, ms: number): void {
  const content = `${files} ${files === 1 ? "file" : "files"}, ${(bytes / 1024 ** 2).toFixed(1)} MB`;
  console.log(`Backed up ${env.DATA_DIR} to ${file}: ${content}, in ${ms / 1000} s.`);
  console.log("It holds everything, the site's secret and personal data included: keep it where only you can read it.");
}
