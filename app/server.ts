/**
 * The server: node:http in front of the app. What stands here is what every request passes: refusals, files, the app,
 * headers, one log line. Run as build/index.js; `npm start` prepares what it needs.
 *
 * With WEB_CONCURRENCY above 1 this process prepares, and sends mail and tidies up, while workers answer requests.
 */
import cluster from "node:cluster";
import { closeDatabase, db, migrate } from "./db.server";
import { env } from "./env.server";
import { log } from "./log.server";
import { startPublishing } from "./models/articles.desk.schedule.server";
import { promoteAdminEmail, setupLink } from "./models/first-run.server";
import { startHousekeeping } from "./models/housekeeping.server";
import { abandonJobs, markInterruptedJobs } from "./models/jobs.server";
import { startMailer } from "./models/mails.loop.server";
import { fillStarter } from "./models/starter.server";
import { serve } from "./serving/serve.server";
import { serveByWorkers } from "./serving/workers.server";

async function start(): Promise<void> {
  if (cluster.isWorker) {
    const server = await serve(env.PORT, env.HOST);
    stopWith(() => server.stop());
    // Nobody tells a worker to stop when the process that watches over it is gone.
    process.once("disconnect", () => process.exit(0));
    return;
  }
  await prepare();
  const server = env.WEB_CONCURRENCY > 1 ? await serveByWorkers(env.WEB_CONCURRENCY) : await serve(env.PORT, env.HOST);
  const loops = startLoops();
  stopWith(() => Promise.all([server.stop(), ...loops.map((loop) => loop.stop())]));

  if (await promoteAdminEmail()) log.info("the account of ADMIN_EMAIL is an admin now");
  const link = await setupLink(env.SITE_URL ?? server.url);
  if (link) log.warn({ link }, "there is no admin yet: open this link to make the first account");
  log.info({ url: server.url }, "listening");
}

/** What has to be done once, before anybody asks. */
async function prepare(): Promise<void> {
  const migrated = await migrate(db);
  if (migrated.length) log.info({ migrated }, "database brought up to date");
  const added = await fillStarter();
  if (added) log.info({ experts: added }, "starter directory filled in");
  const interrupted = await markInterruptedJobs();
  if (interrupted) log.warn({ jobs: interrupted }, "work that ran when the server stopped was interrupted");
}

/** What goes on beside the requests. */
function startLoops(): { stop(): void | Promise<void> }[] {
  return [startMailer(), startHousekeeping(), startPublishing()];
}

function stopWith(work: () => Promise<unknown>): void {
  const stop = async (signal: NodeJS.Signals) => {
    log.info({ signal }, "stopping: requests that run are finished first");
    await work();
    abandonJobs();
    await closeDatabase();
    process.exit(0);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

start().catch((error) => {
  log.fatal({ err: error }, "could not start");
  process.exitCode = 1;
});
