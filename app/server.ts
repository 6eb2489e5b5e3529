/**
 * Starts and stops the server; app/server/ answers the requests. It is built to build/index.js.
 *
 * With WEB_CONCURRENCY above 1 this process supervises workers, which answer requests, and runs the background loops.
 */
import cluster from "node:cluster";
import { closeDatabase, databasePath, engine } from "./db.server";
import { env, RELISTING_SECRET } from "./env.server";
import { log } from "./log.server";
import { createSetupLink } from "./models/base/accounts/first-run.server";
import { promoteAdminEmail } from "./models/base/accounts/new-admins.server";
import { forgetEarlierDeletions } from "./models/base/forgetting/forgetting.server";
import { abandonJobs, markInterruptedJobs } from "./models/base/jobs/jobs.server";
import type { Loop } from "./models/base/jobs/loop.server";
import { sharedTurns } from "./models/base/jobs/turns.server";
import { startMailer } from "./models/base/mail/loop.server";
import { describeUnknown, unknownNames } from "./models/base/settings/setting-names.server";
import { startHousekeeping } from "./models/whole/housekeeping/housekeeping.server";
import { queueWaitingMails } from "./models/whole/mail/waiting-mails.server";
import { claimDataFolder } from "./models/whole/operation/one-server.server";
import { tightenFiles } from "./models/whole/operation/private-files.server";
import { checkStore } from "./models/whole/operation/store-check.server";
import { PARTS } from "./models/whole/parts.server";
import { fillStarter } from "./models/whole/starter/starter.server";
import { startBackups } from "./models/whole/transfer/backup-schedule.server";
import { keepKey, refuseOtherKey } from "./models/whole/transfer/relisting-key.server";
import { foldersLeftByRestores, refuseUnchecked } from "./models/whole/transfer/restore.server";
import { upgradeDatabase } from "./models/whole/transfer/upgrade.server";
import { handleRequest } from "./server/handler.server";
import { listen, type RunningServer } from "./server/listener.server";
import { startWorkers } from "./server/workers.server";
import { startProblem } from "./services/disk-faults.server";
import { shareTurns } from "./services/open-data.server";
import { secrets, storedSecret } from "./services/secrets.server";

async function start(): Promise<void> {
  shareTurns(sharedTurns);
  if (cluster.isWorker) {
    const server = await serve();
    logUncaught();
    stopOnSignal(() => server.stop());
    // Ends the worker together with its supervisor.
    process.once("disconnect", () => process.exit(0));
    return;
  }
  await prepare();
  const server = env.WEB_CONCURRENCY > 1 ? await startWorkers(env.WEB_CONCURRENCY) : await serve();
  logUncaught();
  const loops: Loop[] = [];
  stopOnSignal(() => Promise.all([server.stop, ...loops.map((loop) => loop.stop)].map((stop) => runInOrder([stop]))));

  loops.push(...startLoops(env.SITE_URL ?? server.url));
  if (await promoteAdminEmail()) log.info("the account of ADMIN_EMAIL is an admin now");
  const link = await createSetupLink(env.SITE_URL ?? server.url);
  if (link) log.warn({ link }, "there is no admin yet: open this link to make the first account");
  log.info({ url: server.url, workers: server.workers }, "listening");
}

async function serve(): Promise<RunningServer> {
  const counters = await Promise.all(PARTS.map(({ counts }) => counts?.() ?? []));
  const server = await listen(handleRequest, { port: env.PORT, host: env.HOST });
  return { ...server, stop: () => runInOrder([server.stop, ...counters.flat().map(({ stop }) => stop)]) };
}

/** Runs all steps in order, and logs those that fail. */
async function runInOrder(steps: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps)
    await step().catch((error) => log.error({ err: error }, "a part of the server did not stop cleanly"));
}

/**
 * Logs errors outside of requests and goes on, which is safe because state changes only in database transactions. Exiting
 * would let one client that triggers such an error stop the site for everybody.
 */
function logUncaught(): void {
  process.on("uncaughtException", (error, origin) => log.error({ err: error, origin }, "uncaught error"));
}

/** Prepares data folder, database and secrets; runs once, before the first request. */
async function prepare(): Promise<void> {
  for (const unknownSetting of unknownNames()) log.warn(unknownSetting, describeUnknown(unknownSetting));
  claimDataFolder(env.DATA_DIR);
  refuseUnchecked(env.DATA_DIR);
  const interruptedRestores = foldersLeftByRestores(env.DATA_DIR);
  if (interruptedRestores.length > 0)
    log.warn(
      { left: interruptedRestores },
      "a restore was interrupted: these folders contain personal data, please remove them",
    );
  await tightenFiles(env.DATA_DIR);
  const { migrated, copy, isNew } = await upgradeDatabase();
  if (migrated.length) log.info({ migrated, copy }, "database brought up to date");
  await checkStore();
  // Fails early, because a site without a secret cannot sign cookies.
  if (secrets.length === 0) throw new Error("There is no secret to sign with.");
  refuseOtherKey(env.DATA_DIR);
  if (engine.kind === "sqlite") {
    // Creates the key at the start, so that backups contain it, and a move to PostgreSQL takes it along.
    keepKey(env.DATA_DIR);
    storedSecret(env.DATA_DIR, RELISTING_SECRET);
  }
  await forgetEarlierDeletions({ isNew });
  const addedCount = await fillStarter();
  if (addedCount) log.info({ experts: addedCount }, "starter directory filled in");
  const interruptedCount = await markInterruptedJobs();
  if (interruptedCount) log.warn({ jobs: interruptedCount }, "work that ran when the server stopped was interrupted");
}

/** @param origin The origin of links in mails and webhooks. */
function startLoops(origin: string): Loop[] {
  return [
    ...PARTS.flatMap(({ loops }) => loops?.(origin) ?? []),
    startMailer({}, () => queueWaitingMails(origin)),
    startHousekeeping(),
    ...(env.BACKUP_EVERY_HOURS > 0 ? [startBackups()] : []),
  ];
}

/** Stays below the 10 seconds after which container engines kill a process. */
const MAX_STOP_MS = 9_700;

/** Runs `work` and exits on the first SIGTERM or SIGINT; a worker may receive several, from its supervisor and a service manager. */
function stopOnSignal(work: () => Promise<unknown>): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, "stopping: running requests finish first");
    setTimeout(() => process.exit(0), MAX_STOP_MS).unref();
    await work();
    abandonJobs();
    await closeDatabase();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

start().catch((error) => {
  // Leaves out the stack where the message already tells the operator what to do.
  const sentence = startProblem(error.cause ?? error, databasePath) ?? (error.constructor === Error && error.message);
  if (env.LOG_LEVEL === "silent") console.error(sentence || error);
  if (sentence) log.fatal(`could not start: ${sentence}`);
  else log.fatal({ err: error }, "could not start");
  process.exit(1);
});
