/**
 * The server: node:http in front of the app. What stands here is what every request passes: refusals, files, the app,
 * headers, one log line. Run as build/index.js; `npm start` prepares what it needs.
 *
 * With WEB_CONCURRENCY above 1 this process prepares, and sends mail and tidies up, while workers answer requests.
 */
import cluster from "node:cluster";
import { setTimeout as setTimeoutAsync } from "node:timers/promises";
import { closeDatabase, databasePath } from "./db.server";
import { startProblem } from "./disk-faults.server";
import { env } from "./env.server";
import { log } from "./log.server";
import { startPublishing } from "./models/articles.desk.schedule.server";
import { promoteAdminEmail, setupLink } from "./models/first-run.server";
import { startHousekeeping } from "./models/housekeeping.server";
import { abandonJobs, markInterruptedJobs } from "./models/jobs/jobs.server";
import { startLinkChecks } from "./models/link-checks.loop.server";
import { startMailer } from "./models/mails.loop.server";
import { fillStarter } from "./models/starter.server";
import { startBackups } from "./models/transfer/backup-loop.server";
import { upgradeDatabase } from "./models/transfer/upgrade.server";
import { secrets } from "./secrets.server";
import { surviveFaults } from "./serving/faults.server";
import { serve } from "./serving/serve.server";
import { serveByWorkers } from "./serving/workers.server";

async function start(): Promise<void> {
  if (cluster.isWorker) {
    const server = await serve(env.PORT, env.HOST);
    surviveFaults();
    stopWith(() => server.stop());
    // Nobody tells a worker to stop when the process that watches over it is gone.
    process.once("disconnect", () => process.exit(0));
    return;
  }
  await prepare();
  const server = env.WEB_CONCURRENCY > 1 ? await serveByWorkers(env.WEB_CONCURRENCY) : await serve(env.PORT, env.HOST);
  surviveFaults();
  const loops: Loop[] = [];
  const stopping = stopWith(() => Promise.all([server.stop(), ...loops.map((loop) => loop.stop())]));

  await setTimeoutAsync(FIRST_ANSWERS_MS);
  if (stopping.aborted) return;
  loops.push(...startLoops());
  if (await promoteAdminEmail()) log.info("the account of ADMIN_EMAIL is an admin now");
  const link = await setupLink(env.SITE_URL ?? server.url);
  if (link) log.warn({ link }, "there is no admin yet: open this link to make the first account");
  log.info({ url: server.url, workers: server.workers }, "listening");
}

/** What has to be done once, before anybody asks. */
async function prepare(): Promise<void> {
  const { migrated, copy } = await upgradeDatabase();
  if (migrated.length) log.info({ migrated, copy }, "database brought up to date");
  // Read now: a site that cannot sign does not start.
  if (secrets.length === 0) throw new Error("There is no secret to sign with.");
  const added = await fillStarter();
  if (added) log.info({ experts: added }, "starter directory filled in");
  const interrupted = await markInterruptedJobs();
  if (interrupted) log.warn({ jobs: interrupted }, "work that ran when the server stopped was interrupted");
}

/** Who waits for a start waits for its first answers: they are made before anything else is done. */
const FIRST_ANSWERS_MS = 50;

interface Loop {
  stop(): void | Promise<void>;
}

/** What goes on beside the requests. */
function startLoops(): Loop[] {
  return [
    startMailer(),
    startHousekeeping(),
    startPublishing(),
    ...(env.LINK_CHECK ? [startLinkChecks()] : []),
    ...(env.BACKUP_EVERY_HOURS > 0 ? [startBackups()] : []),
  ];
}

/** Whatever is not done by then is cut off: whoever stops the server kills it after 10 seconds. */
const STOP_WITHIN_MS = 9_700;

/**
 * SIGTERM and SIGINT, once: a terminal or a service manager tells every process, and so does the first one its workers.
 *
 * @returns what is aborted when the stop begins.
 */
function stopWith(work: () => Promise<unknown>): AbortSignal {
  const stopping = new AbortController();
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ signal }, "stopping: requests that run are finished first");
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    await work();
    abandonJobs();
    await closeDatabase();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  return stopping.signal;
}

start().catch((error) => {
  // A sentence for whoever started it needs no stack; see refuse-to-start.server.ts.
  const sentence = startProblem(error.cause ?? error, databasePath) ?? (error.constructor === Error && error.message);
  if (sentence) log.fatal(`could not start: ${sentence}`);
  else log.fatal({ err: error }, "could not start");
  process.exit(1);
});
