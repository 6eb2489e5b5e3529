/** What a long measurement found, whether it is enough, and one plain table of it: for the durability runs and the bench. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface Figure {
  name: string;
  value: number;
  /** Such as "×" for a ratio, "ms", "MB". */
  unit: string;
  /** The most, or the least, that it may be. Neither: printed for the reader, nothing to reach. */
  most?: number;
  least?: number;
  /** The measurements behind it, for the JSON file. */
  raw?: unknown;
}

/** Measures something. What it throws counts as a missed figure. */
export type Part = () => Promise<Figure[]>;

/**
 * Runs parts one after the other, prints their figures, writes them to `file` as JSON, and sets the exit code to 1 when one is missed.
 *
 * @param wanted names of the parts to run; all when empty.
 * @param about what else the file says, such as the machine.
 * @throws Error for an unknown name.
 */
export async function runParts(
  parts: Record<string, Part>,
  wanted: string[],
  { file, about }: { file: string; about: object },
): Promise<void> {
  const unknown = wanted.find((name) => !Object.hasOwn(parts, name));
  if (unknown) throw new Error(`There is no part "${unknown}". The parts: ${Object.keys(parts).join(", ")}.`);
  const figures: (Figure & { part: string; isReached: boolean })[] = [];
  for (const [part, measure] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(part)) continue;
    const started = performance.now();
    console.log(`\n— ${part}`);
    const results = await measure().catch(failed);
    print(results);
    console.log(`${((performance.now() - started) / 1_000).toFixed(0)} s`);
    figures.push(...results.map((figure) => ({ part, ...figure, isReached: isReached(figure) })));
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...about, figures }, null, 2)}\n`);
  const missed = figures.filter((figure) => !figure.isReached);
  console.log(`\n${figures.length - missed.length} of ${figures.length} figures reached; details in ${file}`);
  for (const { part, name } of missed) console.log(`  missed in ${part}: ${name}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

function failed(error: unknown): Figure[] {
  console.error(error);
  return [{ name: `ended with: ${String(error).split("\n")[0]?.slice(0, 100)}`, value: Number.NaN, unit: "", most: 0 }];
}

/** Tells whether a figure is within its bound. One that could not be measured (NaN) is not. */
function isReached({ value, most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY }: Figure): boolean {
  return value <= most && value >= least;
}

function print(figures: Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length));
  for (const figure of figures) {
    const digits = Number.isInteger(figure.value) ? 0 : figure.value < 0.1 ? 4 : 2;
    const value = figure.value.toFixed(digits).padStart(10);
    console.log(`${verdictOf(figure)}  ${figure.name.padEnd(width)}  ${value} ${figure.unit}${boundOf(figure)}`);
  }
}

function verdictOf(figure: Figure): string {
  if (!isReached(figure)) return "MISSED ";
  return figure.most === undefined && figure.least === undefined ? "       " : "reached";
}

function boundOf({ most, least, unit }: Figure): string {
  if (most !== undefined) return `  (at most ${most} ${unit})`;
  if (least !== undefined) return `  (at least ${least} ${unit})`;
  return "";
}

/** Something that must not happen: how often it did. The first cases are printed. */
export function never(name: string, cases: string[]): Figure {
  for (const line of cases.slice(0, 10)) console.log(`  ${name}: ${line}`);
  return { name, value: cases.length, unit: "", most: 0, raw: cases.slice(0, 100) };
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

/** The value below which the given share (0 to 1) of all values lies; NaN of none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
