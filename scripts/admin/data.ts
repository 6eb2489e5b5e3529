import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { resolve } from "node:path";
import { env } from "~/env.server";
import {
  backupTo,
  hasBackupBucket,
  listBackups,
  sendBackups,
  withBackup,
} from "~/models/whole/transfer/backup-bucket.server";
import { nameMigrations } from "~/models/whole/transfer/migration-names";
import { filesAreLocal } from "~/services/storage.server";
import { type Call, type Outcome, plural, UsageError } from "./command";
import { confirmAtTerminal, UNCONFIRMED_OUTCOME } from "./confirm";

export async function exportData({ args: [name] }: Call): Promise<Outcome> {
  if (name === "-")
    throw new UsageError("An export contains personal data and is written to a file. Name a file, or leave FILE out.");
  const { withDatabase } = await import("./database");
  const { writeExport } = await import("~/models/whole/transfer/export-file.server");
  const { file, bytes } = await withDatabase(() => writeExport(name));
  return { text: `Wrote ${file}, ${megabytes(bytes)}. It contains personal data.`, data: { file, bytes } };
}

export async function makeBackup({ args: [name], options: { scheduled } }: Call): Promise<Outcome> {
  if (scheduled && name) throw new UsageError("A scheduled backup names its own file: leave FILE out.");
  const startedAt = Date.now();
  const backup = await (scheduled ? scheduledBackup() : backupOnce(name));
  const ms = Date.now() - startedAt;
  const content = `${plural(backup.files, "file")}, ${megabytes(backup.bytes)}`;
  const lines = [
    `Backed up ${placeOfData()} to ${backup.file}: ${content}, in ${ms / 1000} s.`,
    backup.lacking.length > 0 && missingFiles(backup.lacking),
    backup.lacking.length > 0 && filesAreLocal && IN_BUCKET,
    `It contains everything${backup.lacking.length > 0 ? " else" : ""}, including secrets and personal data. Store it where only you can read it.`,
  ];
  return { text: lines.filter(Boolean).join("\n"), data: { ...backup, ms } };
}

const IN_BUCKET = "If they are in a bucket, set S3_… again and make another backup.";

function missingFiles(lacking: string[]): string {
  return `The files of these images are missing: ${lacking.join(", ")}.`;
}

async function scheduledBackup() {
  const { makeScheduledBackup } = await import("~/models/whole/transfer/backup-schedule.server");
  const { doubtedClock } = await import("~/models/base/jobs/clock.server");
  // Reads the clock first, because these queries have short time-outs.
  const isClockDoubted = (await doubtedClock()) !== null;
  lowerPriority();
  return makeScheduledBackup(env.DATA_DIR, env.BACKUP_KEEP, { isClockDoubted });
}

function backupOnce(name: string | undefined) {
  lowerPriority();
  return backupTo(name);
}

/**
 * Lowers the priority, because compression would slow down the running site. The lowest one would give the process no time
 * at all while others are busy, so that its connections to PostgreSQL time out.
 */
function lowerPriority(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

export async function listAllBackups(): Promise<Outcome> {
  const list = await listBackups();
  const lines = list.map(
    ({ name, madeAt, bytes }) => `${madeAt.slice(0, 19)}Z  ${megabytes(bytes).padStart(10)}  ${name}`,
  );
  const places = hasBackupBucket
    ? " on this disk and in the bucket"
    : " on this disk; BACKUP_S3_… is not set, so there is no bucket";
  return { text: [...lines, `${plural(list.length, "backup")}${places}.`].join("\n"), data: { backups: list } };
}

export async function sendToBucket(): Promise<Outcome> {
  lowerPriority();
  const { sent, removed } = await sendBackups();
  const lines = [
    sent.length ? `Sent ${sent.join(", ")}.` : "The bucket already has all scheduled backups.",
    removed.length > 0 && `Removed the oldest from the bucket: ${removed.join(", ")}.`,
  ];
  return { text: lines.filter(Boolean).join("\n"), data: { sent, removed } };
}

export async function restoreData(call: Call): Promise<Outcome> {
  const { isExport, restoreBackup } = await import("~/models/whole/transfer/restore-file.server");
  const [name = ""] = call.args;
  if (await isExport(resolve(name))) return importData(call);
  const result = await withBackup(name, restoreBackup);
  const { madeAt, migrated, waitingMails, former, isListKept, removed, isReasonKnown } = result;
  const lines = [
    `Restored the backup of ${madeAt} to ${placeOfData()}.`,
    migrated.length > 0 && `Its database was brought up to date by ${nameMigrations(migrated)}.`,
    "Everybody signs in again. Passwords, roles and API keys are those of the backup: change what was changed since.",
    waitingMails > 0 &&
      `Mails that waited when the backup was made: ${waitingMails}. They may have been sent since, so an admin decides at /admin/mails.`,
    former && `The former data is kept in ${former}.`,
    !isListKept &&
      "The former database could not be read, so people who asked to be removed since the backup may be listed again.",
    removed > 0 && `Removed again, because they asked to leave: ${removed === 1 ? "one person" : `${removed} people`}.`,
    removed > 0 &&
      !isReasonKnown &&
      "The people of the former database could not be read, so this includes people whom an editor had listed again with a reason.",
  ];
  return { text: lines.filter(Boolean).join("\n"), data: result };
}

export async function importData({ args: [file = ""] }: Call): Promise<Outcome> {
  const { importExport, isExport } = await import("~/models/whole/transfer/restore-file.server");
  const path = resolve(file);
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`);
  if (!(await isExport(path)))
    throw new Error(
      `${path} is not a JSON export. To restore a backup, use npm run admin -- restore FILE. To import a table, open /admin/import.`,
    );
  const { counts, leftOut } = await importExport(path);
  const lines = [
    `Restored the export to ${placeOfData()}.`,
    ...Object.entries(counts).map(([kind, count]) => `  ${kind}: ${count}`),
    leftOut > 0 && `People left out, because they asked not to be listed: ${leftOut}.`,
    "Accounts have no passwords: npm run admin -- password reset EMAIL prints a link to choose one.",
    "Exports contain no image files; backups do.",
  ];
  return { text: lines.filter(Boolean).join("\n"), data: { counts, leftOut } };
}

export async function verify({ args: [file] }: Call): Promise<Outcome> {
  const { verifyBackup, verifyData } = await import("~/models/whole/transfer/verify.server");
  if (file) {
    const result = await withBackup(file, verifyBackup);
    const steps = result.pending.length > 0 ? ` A restore will run ${nameMigrations(result.pending)}.` : "";
    const { lacking, madeAt } = result;
    const state = lacking.length > 0 ? `is intact. ${missingFiles(lacking)}` : "is complete.";
    const text = `${file} ${state} It was made at ${madeAt}.${steps}`;
    const data = { ...result, file: file.startsWith("s3:") ? file : result.file };
    return { text, data, failed: lacking.length > 0 };
  }
  const result = await verifyData();
  const { experts, images, lacking } = result;
  const summary = `The database in ${placeOfData()} is intact: ${plural(experts, "expert")}, ${plural(images, "image")}.`;
  const missingText = `${summary}\n${missingFiles(lacking)}`;
  return { text: lacking.length ? missingText : summary, data: result, failed: lacking.length > 0 };
}

export async function startEmptyDirectory({ options: { yes } }: Call): Promise<Outcome> {
  if (
    !yes &&
    !(await confirmAtTerminal("Delete the starter profiles and articles that nobody has edited, permanently?"))
  )
    return { ...UNCONFIRMED_OUTCOME, data: { experts: 0, articles: 0 } };
  const { withDatabase } = await import("./database");
  const { startEmpty } = await import("~/models/whole/starter/starter-choice.server");
  const removedCounts = await withDatabase(startEmpty);
  const kinds = `${plural(removedCounts.experts, "profile")} and ${plural(removedCounts.articles, "article")}`;
  return { text: `Removed ${kinds} of the starter directory. They will not come back.`, data: removedCounts };
}

export async function checkStarterDirectory(): Promise<Outcome> {
  const { checkStarter } = await import("~/models/whole/starter/check-starter.server");
  const verdict = checkStarter();
  const { people, articles, topics, sentences, problems } = verdict;
  const texts = `${plural(people, "profile")}, ${plural(articles, "article")} and ${plural(topics, "topic")}`;
  const validText = `Each of the ${plural(sentences, "sentence")} of ${texts} has a reference; identifiers and addresses are valid.`;
  return { text: problems.length ? problems.join("\n") : validText, data: verdict, failed: problems.length > 0 };
}

function placeOfData(): string {
  return env.DATABASE_URL ? "PostgreSQL" : env.DATA_DIR;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
