/** Parts of a long test: each measures something, can be run alone, and does not keep the others from running. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Figure, isReached, print } from "../bench/figures";

export interface CrashOptions {
  /** How much of the promised repetitions is done; 1 is all of them. */
  share: number;
  /** Where the random moments start. */
  seed: number;
}

/** Measures something. What it throws is a missed figure. */
export type Part<Options = CrashOptions> = (options: Options) => Promise<Figure[]>;

/**
 * Runs parts one after the other, prints their figures with the verdicts, writes them to test-results/`file` and sets the
 * exit code to 1 when one is missed.
 *
 * @param wanted names of the parts to run; all when there is none.
 * @throws Error for a name that is none.
 */
export async function runParts<Options extends object>(
  parts: Record<string, Part<Options>>,
  wanted: string[],
  options: Options,
  file: string,
): Promise<void> {
  const unknown = wanted.find((name) => !Object.hasOwn(parts, name));
  if (unknown) throw new Error(`There is no part "${unknown}". The parts: ${Object.keys(parts).join(", ")}.`);
  console.log(
    Object.entries(options)
      .map((pair) => pair.join(" "))
      .join(", "),
  );
  const all: (Figure & { part: string })[] = [];
  for (const [name, run] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const started = performance.now();
    console.log(`\n— ${name}`);
    const figures = await run(options).catch((error): Figure[] => {
      console.error(error);
      return [
        { name: `ended with: ${String(error).split("\n")[0]?.slice(0, 100)}`, value: Number.NaN, unit: "", most: 0 },
      ];
    });
    print(figures);
    console.log(`${((performance.now() - started) / 1_000).toFixed(0)} s`);
    all.push(...figures.map((figure) => ({ part: name, ...figure })));
  }
  const missed = all.filter((figure) => !isReached(figure));
  mkdirSync("test-results", { recursive: true });
  const report = { at: new Date().toISOString(), ...options, figures: all };
  writeFileSync(join("test-results", file), `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\n${all.length - missed.length} figures as promised, ${missed.length} missed`);
  for (const { part, name } of missed) console.log(`  ${part}: ${name}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

/** So many of a promised number of repetitions, at least one. */
export function repetitions(promised: number, { share }: CrashOptions): number {
  return Math.max(1, Math.round(promised * share));
}

/** Something that must not happen: how often it did. The first cases are printed. */
export function never(name: string, cases: string[]): Figure {
  for (const one of cases.slice(0, 10)) console.log(`  ${name}: ${one}`);
  return { name, value: cases.length, unit: "", most: 0, raw: cases.slice(0, 100) };
}

/** Gives `work` a folder that goes when it is done. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "longevity-crash-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
