/** Reports metrics of the whole site rather than of one process: its queues, files and backups. */
import { engine, readDb } from "~/db.server";
import { lastBackupOfSite } from "~/models/whole/transfer/backup-schedule.server";
import { BUILD_INFO, version } from "~/services/build-info.server";
import { promClient } from "~/services/prometheus.server";
import { since } from "~/stored-times";
import { PREFIX } from "~/subject/names";

/** The stored statuses that each status of the metric counts. */
const MAILS = { queued: ["queued"], sending: ["sending", "handedOver"], failed: ["failed"] } as const;

/** Returns the metrics in the text format of Prometheus. */
export async function siteMetrics(now = Date.now()): Promise<string> {
  const [counts, runningCount, backupAt, size] = await Promise.all([
    Promise.all(Object.values(MAILS).map(countMails)),
    runningJobs(),
    lastBackupOfSite(),
    engine.size(),
  ]);
  const { Gauge, Registry } = promClient();
  const registry = new Registry();
  const registers = [registry];
  const addGauge = (name: string, help: string, value: number | null) => {
    if (value !== null) new Gauge({ name: `${PREFIX}_${name}`, help, registers }).set(value);
  };
  const labels = { version, ...BUILD_INFO };
  const info = { name: `${PREFIX}_build_info`, help: "The running build; always 1." };
  new Gauge({ ...info, labelNames: Object.keys(labels), registers }).set(labels, 1);
  const help = "Mails that wait, are being sent, or could not be sent.";
  const mails = new Gauge({ name: `${PREFIX}_mails`, help, labelNames: ["status"], registers });
  for (const [index, status] of Object.keys(MAILS).entries()) mails.set({ status }, counts[index] ?? 0);
  addGauge("jobs_running", "Running jobs among the newest 100.", runningCount);
  addGauge("database_bytes", "Size of the database.", size.database);
  addGauge("database_wal_bytes", "Size of its write-ahead log.", size.log);
  const age = backupAt ? Math.round(since(Date.parse(backupAt), now) / 1_000) : null;
  addGauge("backup_age_seconds", "Age of the newest backup; missing if there is none.", age);
  return registry.metrics();
}

async function countMails(statuses: (typeof MAILS)[keyof typeof MAILS]): Promise<number> {
  const { count } = await readDb
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("status", "in", statuses)
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
