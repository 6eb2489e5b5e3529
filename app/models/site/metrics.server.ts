/** What /metrics says of the site beyond the process that answers: its queues, its files, its backups. */
import { Gauge, Registry } from "prom-client";
import { engine, readDb } from "~/db.server";
import { lastBackup } from "~/models/transfer/backup.server";
import { PREFIX } from "~/subject/names";

const registry = new Registry();

function gauge<Label extends string = never>(name: string, help: string, labelNames: Label[] = []) {
  return new Gauge({ name: `${PREFIX}_${name}`, help, labelNames, registers: [registry] });
}

const MAILS = ["queued", "sending", "failed"] as const;
const mails = gauge("mails", "Mails that wait, are being sent, or could not be sent.", ["status"]);
const jobs = gauge("jobs_running", "Long work that runs, among the newest 100 pieces.");
const databaseBytes = gauge("database_bytes", "Size of the database.");
const logBytes = gauge("database_wal_bytes", "Size of its write-ahead log.");
const backupAge = gauge("backup_age_seconds", "Age of the newest backup; missing when there is none.");

/** In the text format of Prometheus. */
export async function siteMetrics(now = Date.now()): Promise<string> {
  const [counts, running, backupAt, size] = await Promise.all([
    Promise.all(MAILS.map(mailsThatAre)),
    runningJobs(),
    lastBackup(),
    engine.size(),
  ]);
  for (const [at, status] of MAILS.entries()) mails.set({ status }, counts[at] ?? 0);
  jobs.set(running);
  databaseBytes.set(size.database);
  setOrRemove(logBytes, size.log);
  setOrRemove(backupAge, backupAt ? Math.round((now - Date.parse(backupAt)) / 1_000) : null);
  return registry.metrics();
}

function setOrRemove(one: Gauge, value: number | null): void {
  if (value === null) one.remove();
  else one.set(value);
}

async function mailsThatAre(status: (typeof MAILS)[number]): Promise<number> {
  const { count } = await readDb
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("status", "=", status)
    .executeTakeFirstOrThrow();
  return count;
}

async function runningJobs(): Promise<number> {
  const newest = readDb.selectFrom("jobs").select("status").orderBy("rowId", "desc").limit(100).as("newest");
  const { count } = await readDb
    .selectFrom(newest)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("status", "=", "running")
    .executeTakeFirstOrThrow();
  return count;
}
