/** The promises about load that lasts, load that is too much, and work that must not hold up others. */
import { parseArgs } from "node:util";
import { type Part, runParts } from "./crash/parts";
import { endurance } from "./soak/endurance";
import { eventLoop } from "./soak/event-loop";
import { overload } from "./soak/overload";

export interface SoakOptions {
  /** Of the mixed load. */
  minutes: number;
  experts: number;
  /** Seconds of too much of it. */
  overload: number;
}

const parts: Record<string, Part<SoakOptions>> = { endurance, overload, eventLoop };

/**
 * `npm run test:soak [-- PART…] [--minutes 2] [--experts 30000] [--overload 60]`: the built server, started as operators do,
 * under what reliability.md 8 to 10 promise it bears. Writes test-results/soak.json; ends with 1 when a figure is missed.
 *
 * @throws Error for a part that there is not, or a number that is none.
 */
export async function main(args: string[]): Promise<void> {
  const text = (value: string) => ({ type: "string" as const, default: value });
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { minutes: text("2"), experts: text("30000"), overload: text("60") },
  });
  const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, above0(name, value)]));
  await runParts(parts, positionals, options as unknown as SoakOptions, "soak.json");
}

function above0(name: string, value: string): number {
  if (Number(value) > 0) return Number(value);
  throw new Error(`--${name} takes a number above 0.`);
}
