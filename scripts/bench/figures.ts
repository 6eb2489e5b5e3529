/** What a measurement says, and whether that is enough. */
export interface Figure {
  name: string;
  value: number;
  /** Such as "×" for a ratio, "ms", "MB". */
  unit: string;
  /** The most, or the least, that it may be (performance.md). Neither: shown for the reader, nothing to reach. */
  most?: number;
  least?: number;
  /** What was measured to get there, for the JSON file: numbers by what they are of. */
  raw?: unknown;
}

/** Whether it is within its bound. What could not be measured (NaN) is not. */
export function isReached({
  value,
  most = Number.POSITIVE_INFINITY,
  least = Number.NEGATIVE_INFINITY,
}: Figure): boolean {
  return value <= most && value >= least;
}

/** Prints a table of figures, each with the verdict on it. */
export function print(figures: Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length));
  for (const figure of figures) {
    const value = figure.value.toFixed(figure.value < 0.1 ? 4 : 2).padStart(10);
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

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

/** The value that the given share of all values is below, from 0 to 1; NaN of none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Two things measured in turn, round by round: the median of the rounds' ratios. Whatever slows a machine for some
 * seconds slows both of a round, so that a ratio says more than the quotient of two medians.
 */
export function ratioOf(above: number[], below: number[]): number {
  return median(above.map((value, round) => value / (below[round] ?? Number.NaN)));
}
