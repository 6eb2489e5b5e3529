import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { adminScripts } from "./bench/admin-scripts";
import { cold } from "./bench/cold";
import { desk } from "./bench/desk";
import { type Figure, isReached, print } from "./bench/figures";
import { hot } from "./bench/hot";
import { install } from "./bench/install";
import { machine } from "./bench/machine";
import { memory } from "./bench/memory";
import { queries } from "./bench/queries";
import { reader } from "./bench/reader";
import { scale } from "./bench/scale";
import { stopLargeSite } from "./bench/sites";
import { start } from "./bench/start";
import { workers } from "./bench/workers";
import { writes } from "./bench/writes";

/** In this order: `memory` says what all those before it took of the one site that they ask. */
const PARTS: Record<string, () => Promise<Figure[]>> = {
  install,
  "admin-scripts": adminScripts,
  hot,
  cold,
  writes,
  memory,
  start,
  workers,
  queries,
  scale,
  desk,
  reader,
};

/**
 * `npm run bench`: measures the built server in one run, side by side with its contenders, and prints what performance.md
 * asks for as ratios. Writes bench-results/latest.json. Exits with 1 when a figure is missed. `npm run bench -- hot cold`
 * measures only those parts.
 */
export async function main(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
  if (unknown.length > 0)
    throw new Error(`There is no part "${unknown[0]}". The parts: ${Object.keys(PARTS).join(", ")}.`);
  const parts = Object.entries(PARTS).filter(([name]) => names.length === 0 || names.includes(name));
  const at = new Date().toISOString();
  const where = await machine();
  const measured: (Figure & { part: string })[] = [];
  try {
    for (const [part, measure] of parts) {
      const started = performance.now();
      const figures = await measure().catch((error: Error): Figure[] => {
        console.error(error);
        return [
          { name: `could not be measured: ${error.message.split("\n", 1)[0]}`, value: Number.NaN, unit: "", most: 0 },
        ];
      });
      console.log(`\n${part} (${((performance.now() - started) / 1_000).toFixed(0)} s)`);
      print(figures);
      measured.push(...figures.map((figure) => ({ part, ...figure })));
    }
  } finally {
    await stopLargeSite();
  }
  mkdirSync("bench-results", { recursive: true });
  const figures = measured.map((figure) => ({ ...figure, reached: isReached(figure) }));
  const result = { at, machine: where, parts: parts.map(([name]) => name), figures };
  writeFileSync(join("bench-results", "latest.json"), `${JSON.stringify(result, null, 2)}\n`);
  const missed = figures.filter(({ reached }) => !reached);
  console.log(`\n${figures.length - missed.length} of ${figures.length} figures reached; bench-results/latest.json`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}
