/** What /metrics says of the site beyond the process that answers: its queues, its files, its backups. */
import { engine, readDb } from "~/db.server";
import { lastBackup } from "~/models/transfer/backup.server";

export interface Metric {
  name: string;
  help: string;
  type: "counter" | "gauge";
  values: Record<string, number>;
}

export async function siteMetrics(now = Date.now()): Promise<Metric[]> {
  const [queued, sending, failed, jobs, backupAt, size] = await Promise.all([
    mailsThatAre("queued"),
    mailsThatAre("sending"),
    mailsThatAre("failed"),
    runningJobs(),
    lastBackup(),
    engine.size(),
  ]);
  const metrics: Metric[] = [
    {
      name: "longevity_mails",
      help: "Mails that wait, are being sent, or could not be sent.",
      type: "gauge",
      values: { 'status="queued"': queued, 'status="sending"': sending, 'status="failed"': failed },
    },
    gauge("longevity_jobs_running", "Long work that runs, among the newest 100 pieces.", jobs),
    gauge("longevity_database_bytes", "Size of the database.", size.database),
  ];
  if (size.log !== null) metrics.push(gauge("longevity_database_wal_bytes", "Size of its write-ahead log.", size.log));
  if (backupAt) {
    const seconds = Math.round((now - Date.parse(backupAt)) / 1_000);
    metrics.push(
      gauge("longevity_backup_age_seconds", "Age of the newest backup; missing when there is none.", seconds),
    );
  }
  return metrics;
}

export function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: "gauge", values: { "": value } };
}

export function asText(metrics: Metric[]): string {
  const lines = metrics.flatMap(({ name, help, type, values }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...Object.entries(values).map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}`),
  ]);
  return `${lines.join("\n")}\n`;
}

async function mailsThatAre(status: "queued" | "sending" | "failed"): Promise<number> {
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
