import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { log } from "~/log.server";
import type { RunningServer } from "./listener.server";

/** The pause before a worker is replaced, which limits restarts of one that cannot start. */
const REPLACE_AFTER_MS = 1_000;

const MAX_STOP_MS = 9_400;

/** Starts workers and replaces those that exit. Throws if one of the first cannot start. */
export async function startWorkers(count: number): Promise<RunningServer> {
  let [isStarting, isStopping] = [true, false];
  cluster.on("exit", (worker, code, signal) => {
    if (isStopping) return;
    log[code === 0 ? "info" : "error"](
      { worker: worker.id, code, signal },
      isStarting ? "a worker ended before the site was started" : "a worker ended; another one takes its place",
    );
    setTimeout(() => isStopping || cluster.fork(), REPLACE_AFTER_MS);
  });
  const ports = await Promise.all(Array.from({ length: count }, () => portOf(cluster.fork())));
  isStarting = false;
  return {
    url: `http://localhost:${ports[0]}`,
    workers: runningWorkers().map(({ process: { pid } }) => pid ?? 0),
    async stop() {
      isStopping = true;
      await Promise.all(
        runningWorkers().map(async (worker) => {
          if (worker.isDead()) return;
          const exit = once(worker, "exit");
          worker.process.kill("SIGTERM");
          const killTimer = setTimeout(() => worker.process.kill("SIGKILL"), MAX_STOP_MS);
          await exit;
          clearTimeout(killTimer);
        }),
      );
    },
  };
}

function runningWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

async function portOf(worker: Worker): Promise<number> {
  const earlyExit = once(worker, "exit").then(() => {
    throw new Error("A worker could not start: see the log lines above.");
  });
  earlyExit.catch(() => {}); // startWorkers handles later exits
  const [{ port }] = await Promise.race([once(worker, "listening"), earlyExit]);
  return port;
}
