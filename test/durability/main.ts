/**
 * `npm run test:durability [-- PART…] [--kills N] [--seed N]`: treats the built server as badly as machines and operators do, and
 * checks what it promises then. Writes test-results/durability.json; ends with 1 when a promise is broken.
 *
 * `--kills` (50) shortens a run, the other repetitions in proportion; `--seed` repeats the random moments of a run.
 */
import { parseArgs } from "node:util";
import { runParts } from "../support/figures";
import { backups } from "./backups";
import { imports } from "./imports";
import { kills } from "./kills";
import { lostUpdates } from "./lost-updates";
import { migrations } from "./migrations";
import { stops } from "./stops";
import { upgrades } from "./upgrades";

export interface Options {
  /** The share of the promised repetitions; 1 runs all of them. */
  share: number;
  /** The seed of the random moments. */
  seed: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kills: { type: "string", default: "50" }, seed: { type: "string", default: String(Date.now() % 1e6) } },
});
const options: Options = { share: Number(values.kills) / 50, seed: Number(values.seed) };
if (!(options.share > 0 && Number.isInteger(options.seed))) throw new Error("--kills and --seed take whole numbers.");
console.log(`seed ${options.seed}`);
const parts = { kills, stops, backups, migrations, upgrades, lostUpdates, imports };
await runParts(
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, () => part(options)])),
  positionals,
  { file: "test-results/durability.json", context: options },
);
