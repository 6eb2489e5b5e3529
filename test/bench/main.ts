/**
 * `npm run bench [-- PART…]`: measures the built server beside its contenders, prints medians and ratios, and writes
 * bench-results/latest.json. Ends with 1 when a figure is missed.
 */
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { runParts } from "../support/figures";
import { adminTimes } from "./admin";
import { endLoads } from "./load";
import { questions } from "./questions";
import { admin, lighthouseScores, weight } from "./reader";
import { install, memory, start, workers } from "./resources";
import { compareAdminLists, comparePublicPages, measurePostgresSearch } from "./scale";
import { server } from "./server";
import { visits } from "./visits";

const machine = {
  cores: availableParallelism(),
  processor: cpus()[0]?.model,
  memoryMB: Math.round(totalmem() / 1024 ** 2),
  node: process.version,
  load: loadavg()[0],
};
const parts = {
  server,
  questions,
  scale: comparePublicPages,
  adminLists: compareAdminLists,
  postgresSearch: measurePostgresSearch,
  memory,
  start,
  workers,
  weight,
  admin,
  adminTimes,
  visits,
  lighthouse: lighthouseScores,
  install,
};
await runParts(parts, process.argv.slice(2), { file: "bench-results/latest.json", context: { machine } });
endLoads();
