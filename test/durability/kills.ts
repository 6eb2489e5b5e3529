/** Kills the server with SIGKILL at random moments of mixed writes. */
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../../scripts/seed-random";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { countFigure, type Figure } from "../support/figures";
import { waitUntil } from "../support/processes";
import { startSite } from "../support/site";
import type { Options } from "./main";
import { damageIn, imageFilesIn, inFolder, kill, repetitions, startTimed, UNLIMITED } from "./sites";
import { halfWritten, lostWrites, startWriters, type Write } from "./writers";

const KILLS = 50;
const ACKNOWLEDGED = 5_000;

/** Kills the server 50 times. Checks after each kill that all acknowledged writes are complete. */
export function kills(options: Options): Promise<Figure[]> {
  return inFolder(async (dataDir) => {
    const count = repetitions(KILLS, options);
    const random = seededRandom(options.seed);
    const firstSite = await startSite({ dataDir, env: UNLIMITED });
    const people = { admin: await signUpAdmin(firstSite), reader: await signUp(firstSite) };
    await firstSite.stop();

    const acknowledged: Write[] = [];
    const missingWrites = new Set<string>();
    const halfWrites = new Set<string>();
    const damage: string[] = [];
    const unexpectedAnswers: string[] = [];
    const starts: number[] = [];
    let { site } = await startTimed({ dataDir, env: UNLIMITED });
    for (let round = 0; round < count; round++) {
      const writers = startWriters(site, people, { seed: options.seed + round });
      // Waits for a number of answers instead of seconds, because a slow machine reaches it as well.
      const answers = random.integer(1, (2 * ACKNOWLEDGED) / KILLS + 40);
      await waitUntil("the writes before a kill", () => writers.acknowledged.length >= answers, 60_000);
      await pause(random.integer(0, 100));
      await kill(site);
      await writers.stop();
      const countBefore = acknowledged.length;
      acknowledged.push(...writers.acknowledged);
      unexpectedAnswers.push(...writers.unexpected);
      const restarted = await startTimed({ dataDir, env: UNLIMITED });
      site = restarted.site;
      starts.push(restarted.ms);
      damage.push(...damageIn(dataDir));
      for (const write of await lostWrites(dataDir, acknowledged, countBefore)) missingWrites.add(write);
      for (const halfWrite of halfWritten(dataDir)) halfWrites.add(halfWrite);
    }
    // Files without a row for an hour go with the next start.
    await site.stop();
    const twoHoursAgo = Date.now() / 1_000 - 7_200;
    for (const name of orphans(dataDir)) utimesSync(join(dataDir, "uploads", name), twoHoursAgo, twoHoursAgo);
    site = (await startTimed({ dataDir, env: UNLIMITED })).site;
    await waitUntil("orphaned files are removed", () => orphans(dataDir).length === 0).catch(() => {});
    await site.stop();
    return [
      { name: "kills", value: count, unit: "" },
      { name: "acknowledged", value: acknowledged.length, unit: "writes", least: (ACKNOWLEDGED * count) / KILLS },
      countFigure("lost", [...missingWrites]),
      countFigure("half-written", [...halfWrites]),
      countFigure("damage that SQLite finds", damage),
      countFigure("unexpected answers", unexpectedAnswers),
      countFigure("orphaned files at the end", orphans(dataDir)),
      { name: "slowest start to the first page", value: Math.max(...starts), unit: "ms", most: 3_000, raw: starts },
    ];
  });
}

function orphans(dataDir: string): string[] {
  const { onDisk, referenced } = imageFilesIn(dataDir);
  return [...onDisk].filter((name) => !referenced.has(name));
}
