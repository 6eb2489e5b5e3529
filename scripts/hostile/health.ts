/** How long /healthz takes while everything else is asked (promise 9), seen from a thread that does nothing else. */
import { Worker } from "node:worker_threads";

/** Plain JavaScript: it runs in a thread of its own, so that our own work does not count as the site's. */
const POLLER = `
const { parentPort, workerData } = require("node:worker_threads");
const { Agent, get } = require("node:http");
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const times = [];
const failures = [];
const ask = () => {
  const started = performance.now();
  const done = () => times.push(performance.now() - started);
  const request = get(workerData + "/healthz", { agent, timeout: 10000 }, (response) => {
    if (response.statusCode !== 200) failures.push(String(response.statusCode));
    response.resume().once("end", done);
  });
  request.once("timeout", () => request.destroy(new Error("timeout")));
  // A kept connection that was closed in the moment it was used again says nothing about the site.
  request.once("error", (error) => { if (error.code === "ECONNRESET" && request.reusedSocket) return; failures.push(error.message); done(); });
};
const timer = setInterval(ask, 100);
parentPort.once("message", () => { clearInterval(timer); parentPort.postMessage({ times, failures }); parentPort.close(); agent.destroy(); });
`;

export interface Health {
  times: number[];
  failures: string[];
}

/** Asks every 100 ms until told to stop. */
export function watchHealth(url: string): { stop(): Promise<Health> } {
  const worker = new Worker(POLLER, { eval: true, workerData: url });
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once("message", resolve);
        worker.once("error", reject);
        worker.postMessage("stop");
      }),
  };
}
