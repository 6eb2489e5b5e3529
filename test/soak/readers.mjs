// Readers in a thread of their own, so that asking does not delay what the main thread measures.
import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { url, paths, connections } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
/** How often each status came; an error counts under its code. */
const statuses = {};
let isOver = false;

function read(path) {
  return new Promise((resolve) => {
    get(url + path, { agent }, (response) => response.resume().once("end", () => resolve(response.statusCode))).once(
      "error",
      (error) => resolve(error.code),
    );
  });
}

async function reader() {
  while (!isOver) {
    const status = await read(paths[Math.floor(Math.random() * paths.length)]);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

parentPort.once("message", () => {
  isOver = true;
});
await Promise.all(Array.from({ length: connections }, reader));
agent.destroy();
parentPort.postMessage(statuses);
parentPort.close();
