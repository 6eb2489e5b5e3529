/** kill -9 at random moments of mixed writes (reliability.md 1 and 21). */
import { setTimeout as pause } from "node:timers/promises";
import { signUp } from "../../test/support/accounts";
import { signUpAdmin } from "../../test/support/curator";
import { startSite } from "../../test/support/site";
import type { Figure } from "../bench/figures";
import { drawFrom } from "../seed-random";
import { type CrashOptions, inFolder, never, repetitions } from "./parts";
import { damageIn, kill, picturesIn, startTimed, until } from "./sites";
import { halves, lost, startWriters, type Write } from "./writers";

const KILLS = 50;
const ACKNOWLEDGED = 5_000;
/** Mails stay in the queue, so that nothing but the writes happens. */
const ENV = { RATE_LIMIT: "off", SMTP_URL: "smtp://127.0.0.1:9" };

/** 50 kills; what was acknowledged is there after each, and nothing is there by half. */
export function kills(options: CrashOptions): Promise<Figure[]> {
  return inFolder(async (dataDir) => {
    const count = repetitions(KILLS, options);
    const draw = drawFrom(options.seed);
    const first = await startSite({ dataDir, env: ENV });
    const people = { admin: await signUpAdmin(first), reader: await signUp(first) };
    await first.stop();

    const acknowledged: Write[] = [];
    const gone: string[] = [];
    const half: string[] = [];
    const damage: string[] = [];
    const unexpected: string[] = [];
    const starts: number[] = [];
    let { site } = await startTimed({ dataDir, env: ENV });
    for (let round = 0; round < count; round++) {
      const writers = startWriters(site, people, { seed: options.seed + round });
      // At a random moment after a number of answers and not of seconds: a slow machine has as many of them.
      const answers = draw.number(1, (2 * ACKNOWLEDGED) / KILLS + 40);
      await until("the writes before a kill", () => writers.acknowledged.length >= answers, 60_000);
      await pause(draw.number(0, 100));
      await kill(site);
      await writers.stop();
      const before = acknowledged.length;
      acknowledged.push(...writers.acknowledged);
      unexpected.push(...writers.unexpected);
      const again = await startTimed({ dataDir, env: ENV });
      site = again.site;
      starts.push(again.ms);
      damage.push(...damageIn(dataDir));
      gone.push(...(await lost(dataDir, acknowledged, before)));
      half.push(...halves(dataDir));
    }
    const swept = await until("files without a picture are swept", () => spare(dataDir).length === 0).then(
      () => [],
      () => spare(dataDir),
    );
    await site.stop();
    const byKind: Record<string, number> = {};
    for (const { kind } of acknowledged) byKind[kind] = (byKind[kind] ?? 0) + 1;
    return [
      { name: "kills", value: count, unit: "" },
      {
        name: "acknowledged writes",
        value: acknowledged.length,
        unit: "",
        least: (ACKNOWLEDGED * count) / KILLS,
        raw: byKind,
      },
      never("lost", [...new Set(gone)]),
      never("there by half", [...new Set(half)]),
      never("damage that SQLite finds", damage),
      never("answers that were not asked for", unexpected),
      never("files without a picture at the end", swept),
      { name: "slowest start to the first page", value: Math.max(...starts), unit: "ms", most: 3_000, raw: starts },
    ];
  });
}

function spare(dataDir: string): string[] {
  const { onDisk, referenced } = picturesIn(dataDir);
  return [...onDisk].filter((name) => !referenced.has(name));
}
