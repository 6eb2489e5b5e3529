/**
 * `npm run test:cluster [-- PART…] [--share N] [--seed N]`: three nodes behind HAProxy on PostgreSQL with a synchronous
 * standby and a bucket, treated as badly as networks and machines treat them. Writes test-results/cluster.json; ends
 * with 1 when a promise is broken. `--share 0.1` is a short form.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runParts } from "../support/figures";
import { withCluster } from "./cluster";
import { coldPages } from "./cold-pages";
import { freshness, jobs, mails, nodeKills, pausedNode, wrongClock } from "./node-parts";
import { bucketAway, pausedPrimary, primaryKill } from "./outage-parts";

export interface Options {
  /** The share of the promised repetitions; 1 runs all of them. */
  share: number;
  seed: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: "string", default: "1" }, seed: { type: "string", default: String(Date.now() % 1e6) } },
});
const options: Options = { share: Number(values.share), seed: Number(values.seed) };
if (!(options.share > 0 && Number.isInteger(options.seed))) throw new Error("--share and --seed take numbers.");
console.log(`seed ${options.seed}`);

// The last part leaves the cluster without a standby.
const parts = {
  freshness,
  coldPages,
  jobs,
  mails,
  pausedNode,
  wrongClock,
  bucketAway,
  pausedPrimary,
  nodeKills,
  primaryKill,
};
await withCluster({ isShort: options.share < 1 }, (cluster) =>
  runParts(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, () => withTimeout(10 * 60_000, part(cluster, options))]),
    ),
    positionals,
    { file: "test-results/cluster.json", context: options },
  ),
);
// Exits at once, because the writers of an abandoned part never end.
process.exit();

/** Throws if a part does not end in time. */
async function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const timeout = pause(ms, undefined, { ref: false }).then(() => {
    throw new Error(`This took longer than ${ms / 60_000} minutes.`);
  });
  return Promise.race([work, timeout]);
}
