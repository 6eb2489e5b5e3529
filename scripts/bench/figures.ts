/** What a measurement says, and whether that is enough. */
export interface Figure {
  name: string;
  value: number;
  /** Such as "×" for a ratio, "ms", "MB". */
  unit: string;
  /** The most, or the least, that it may be (performance.md). Neither: shown for the reader, nothing to reach. */
  most?: number;
  least?: number;
}

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
    const verdict = isReached(figure) ? "reached" : "MISSED ";
    const value = figure.value.toFixed(2).padStart(9);
    console.log(`${verdict}  ${figure.name.padEnd(width)}  ${value} ${figure.unit}${boundOf(figure)}`);
  }
}

function boundOf({ most, least, unit }: Figure): string {
  if (most !== undefined) return `  (at most ${most} ${unit})`;
  if (least !== undefined) return `  (at least ${least} ${unit})`;
  return "";
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
