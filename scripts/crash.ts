/** The promises about what goes wrong, at their full size: kills, stops, backups, disks, upgrades, conflicts, imports, tries. */
import { parseArgs } from "node:util";
import { backups } from "./crash/backups";
import { disks } from "./crash/disks";
import { imports } from "./crash/imports";
import { kills } from "./crash/kills";
import { lostUpdates } from "./crash/lost-updates";
import { type CrashOptions, type Part, runParts } from "./crash/parts";
import { stops } from "./crash/stops";
import { tries } from "./crash/tries";
import { upgrades } from "./crash/upgrades";

/** Mail that is queued while its server is down, and sent once over kills and restarts: app/models/mails.crash.test.ts. */
const parts: Record<string, Part> = { kills, stops, backups, disks, upgrades, lostUpdates, imports, tries };

/**
 * `npm run test:crash [-- PART…] [--kills N] [--seed N]`: breaks the built server as reliability.md 1, 3 to 7, 11 and 23
 * promise it can be broken, and prints what came of it. Writes test-results/crash.json; ends with 1 when a figure is missed.
 *
 * `--kills` (50), and in proportion the other repetitions, for a shorter run; `--seed` repeats the random moments of a run.
 *
 * @throws Error for a part that there is not, or a number that is none.
 */
export async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { kills: { type: "string", default: "50" }, seed: { type: "string", default: String(Date.now() % 1e6) } },
  });
  const options: CrashOptions = {
    share: wholeNumber("kills", values.kills) / 50,
    seed: wholeNumber("seed", values.seed),
  };
  await runParts(parts, positionals, options, "crash.json");
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Error(`--${name} takes a whole number above 0.`);
}
