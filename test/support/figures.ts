/** Runs long measurements, compares their figures with limits and prints a table. The durability runs and the benchmark use it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface Figure {
  name: string;
  value: number;
  /** For example "×" for a ratio, "ms" or "MB". */
  unit: string;
  /** The largest or smallest value allowed. A figure without either is only printed. */
  most?: number;
  least?: number;
  /** The single measurements, for the JSON file. */
  raw?: unknown;
}

/** Measures something. An error counts as a missed figure. */
export type Part = () => Promise<Figure[]>;

/**
 * Runs parts one after the other, prints their figures and writes them to `file` as JSON. Sets the exit code to 1 if a figure
 * misses its limit.
 *
 * @param selectedParts the names of the parts to run; all parts when empty.
 * @param output `file` is the path of the JSON file, `context` its further fields, such as the machine.
 * @throws Error for an unknown name.
 */
export async function runParts(
  parts: Record<string, Part>,
  selectedParts: string[],
  { file, context }: { file: string; context: object },
): Promise<void> {
  const unknown = selectedParts.find((name) => !Object.hasOwn(parts, name));
  if (unknown) throw new Error(`There is no part "${unknown}". The parts: ${Object.keys(parts).join(", ")}.`);
  const figures: (Figure & { part: string; isReached: boolean })[] = [];
  for (const [part, measure] of Object.entries(parts)) {
    if (selectedParts.length > 0 && !selectedParts.includes(part)) continue;
    const startTime = performance.now();
    console.log(`\n— ${part}`);
    const results = await measure().catch(failureFigure);
    print(results);
    console.log(`${((performance.now() - startTime) / 1_000).toFixed(0)} s`);
    figures.push(...results.map((figure) => ({ part, ...figure, isReached: isReached(figure) })));
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...context, figures }, null, 2)}\n`);
  const missedFigures = figures.filter((figure) => !figure.isReached);
  console.log(`\n${figures.length - missedFigures.length} of ${figures.length} figures reached; details in ${file}`);
  for (const { part, name } of missedFigures) console.log(`  missed in ${part}: ${name}`);
  process.exitCode = missedFigures.length === 0 ? 0 : 1;
}

function failureFigure(error: unknown): Figure[] {
  console.error(error);
  return [{ name: `ended with: ${String(error).split("\n")[0]?.slice(0, 100)}`, value: Number.NaN, unit: "", most: 0 }];
}

/** Returns true if a figure is within its limits. NaN, for a failed measurement, is not. */
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

/** Returns the number of occurrences of something that must not happen, as a figure with the limit 0. Prints the first ten. */
export function countFigure(name: string, occurrences: string[]): Figure {
  for (const line of occurrences.slice(0, 10)) console.log(`  ${name}: ${line}`);
  return { name, value: occurrences.length, unit: "", most: 0, raw: occurrences.slice(0, 100) };
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

/** Returns the value below which a share (0 to 1) of all values lies; NaN for an empty list. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
