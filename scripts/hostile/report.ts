/** What was sent, what came of it, and what is wrong with that. */
import { type Figure, isReached } from "../bench/figures";

/** Something that must not be, with the request that shows it. */
export interface Finding {
  /** What is broken, in a few words: findings of the same kind at the same door are counted, not repeated. */
  what: string;
  /** Where, such as "PUT /api/experts/:slug". */
  door: string;
  /** Enough to see it again. */
  example: string;
  times: number;
}

interface Line {
  name: string;
  sent: number;
  figures: Figure[];
}

/** Collects lines of the table and findings while the parts run. */
export class Report {
  readonly findings: Finding[] = [];
  private readonly lines: Line[] = [];
  private readonly known = new Map<string, Finding>();

  /** Notes that something is broken; see `Finding`. */
  broken(what: string, door: string, example: string): void {
    const key = `${what} ${door}`;
    const known = this.known.get(key);
    if (known) {
      known.times++;
      return;
    }
    const finding = { what, door, example: shortened(example), times: 1 };
    this.known.set(key, finding);
    this.findings.push(finding);
    console.log(`  BROKEN  ${what}: ${door}\n          ${finding.example}`);
  }

  /** A line of the table: what was sent how often, with figures that may have a bound. */
  add(name: string, sent: number, ...figures: Figure[]): void {
    this.lines.push({ name, sent, figures });
    const bad = figures.filter((figure) => !isReached(figure));
    console.log(`  ${name}: ${sent.toLocaleString("en")} sent${bad.length ? ", a figure is MISSED" : ""}`);
  }

  /** Whether nothing is broken and every figure reached. */
  get isClean(): boolean {
    return this.findings.length === 0 && this.lines.every(({ figures }) => figures.every(isReached));
  }

  /** Prints the table and every finding. */
  print(): void {
    console.log("");
    const width = Math.max(
      ...this.lines.flatMap(({ name, figures }) => [name.length, ...figures.map((one) => one.name.length + 2)]),
    );
    for (const { name, sent, figures } of this.lines) {
      console.log(`${name.padEnd(width)}  ${sent ? `${sent.toLocaleString("en").padStart(9)} sent` : ""}`);
      for (const figure of figures) {
        const { value, unit, most, least } = figure;
        const bound =
          most !== undefined
            ? `  (at most ${most} ${unit})`
            : least !== undefined
              ? `  (at least ${least} ${unit})`
              : "";
        const verdict = most === undefined && least === undefined ? "      " : isReached(figure) ? "kept  " : "MISSED";
        console.log(
          `  ${figure.name.padEnd(width - 2)}  ${formatted(value).padStart(9)} ${unit.padEnd(3)}  ${verdict}${bound}`,
        );
      }
    }
    console.log("");
    if (this.findings.length === 0) console.log("Nothing is broken.");
    for (const { what, door, example, times } of this.findings)
      console.log(`BROKEN  ${what}: ${door} (${times} ×)\n        ${example}`);
  }

  /** Everything, for test-results/hostile.json. */
  toJSON() {
    return { isClean: this.isClean, lines: this.lines, findings: this.findings };
  }
}

function formatted(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(1);
}

function shortened(text: string): string {
  const safe = JSON.stringify(text).slice(1, -1);
  return safe.length > 1_500 ? `${safe.slice(0, 700)} … ${safe.slice(-700)}` : safe;
}

/** The value below which a share of the values lies: 0.99 for the 99th percentile. */
export function quantile(values: number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] as number;
}
