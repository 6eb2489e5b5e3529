import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { log } from "~/log.server";
import type { Listening } from "./listener.server";

/** Delays restarts of a worker that cannot start. */
const REPLACE_AFTER_MS = 1_000;

const STOP_WITHIN_MS = 9_400;

/** Starts and replaces workers. Throws if one of the first does not listen. */
export async function startWorkers(count: number): Promise<Listening> {
  let isStopping = false;
  cluster.on("exit", (worker, code, signal) => {
    if (isStopping) return;
    log[code === 0 ? "info" : "error"](
      { worker: worker.id, code, signal },
      "a worker ended; another one takes its place",
    );
    setTimeout(() => isStopping || cluster.fork(), REPLACE_AFTER_MS);
  });
  const ports = await Promise.all(Array.from({ length: count }, () => portOf(cluster.fork())));
  return {
    url: `http://localhost:${ports[0]}`,
    workers: workersThere().map(({ process: { pid } }) => pid ?? 0),
    async stop() {
      isStopping = true;
      await Promise.all(
        workersThere().map(async (worker) => {
          if (worker.isDead()) return;
          const ended = once(worker, "exit");
          worker.process.kill("SIGTERM");
          const patience = setTimeout(() => worker.process.kill("SIGKILL"), STOP_WITHIN_MS);
          await ended;
          clearTimeout(patience);
        }),
      );
    },
  };
}

function workersThere(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

async function portOf(worker: Worker): Promise<number> {
  const ended = once(worker, "exit").then(() => {
    throw new Error("A worker could not start: see the log lines above.");
  });
  ended.catch(() => {}); // later ends are dealt with where workers are replaced
  const [{ port }] = await Promise.race([once(worker, "listening"), ended]);
  return port;
}
