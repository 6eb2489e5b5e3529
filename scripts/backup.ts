import { constants, setPriority } from "node:os";
import { env } from "~/env.server";
import { type Backup, backup } from "~/models/transfer/backup.server";
import { makeScheduledBackup } from "~/models/transfer/backup-schedule.server";

/**
 * `npm run db:backup [-- FILE]`: also while the site is running. With `-- --scheduled` as the server makes it by itself:
 * proven by unpacking it, the oldest above BACKUP_KEEP removed; says what it made as JSON.
 */
export async function main([file]: string[]): Promise<void> {
  // Packing takes the processor; whoever reads or writes on the site comes first.
  setPriority(constants.priority.PRIORITY_LOW);
  const started = Date.now();
  if (file === "--scheduled") {
    const made = await makeScheduledBackup(env.DATA_DIR, env.BACKUP_KEEP);
    console.log(JSON.stringify({ ...made, ms: Date.now() - started }));
  } else say(await backup(env.DATA_DIR, file), Date.now() - started);
}

function say({ file, files, bytes }: Backup, ms: number): void {
  const content = `${files} ${files === 1 ? "file" : "files"}, ${(bytes / 1024 ** 2).toFixed(1)} MB`;
  console.log(`Backed up ${env.DATA_DIR} to ${file}: ${content}, in ${ms / 1000} s.`);
  console.log("It holds everything, the site's secret and personal data included: keep it where only you can read it.");
}
