/** Tests backups while others write, and restores them. */
import { join } from "node:path";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { countFigure, type Figure, percentile } from "../support/figures";
import { copySeeded } from "../support/seeded-data";
import { startSite } from "../support/site";
import type { Options } from "./main";
import { admin, damageIn, inDatabase, inFolder, repetitions, startTimed, UNLIMITED } from "./sites";
import { halfWritten, lostWrites, type MIX, startWriters, type Write } from "./writers";

const BACKUPS = 20;
const EXPERTS = 30_000;
const WITHOUT_ACCOUNTS: typeof MIX = [
  ["article", 12],
  ["submission", 10],
  ["image", 1],
];

/** Makes 20 backups of a large directory during 100 writes a second, and restores each. */
export function backups(options: Options): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const dataDir = join(folder, "site");
    copySeeded(dataDir, { experts: EXPERTS });
    const site = await startSite({ dataDir, env: UNLIMITED, allowErrors: true });
    const people = { admin: await signUpAdmin(site), reader: await signUp(site) };
    const writers = startWriters(site, people, { seed: options.seed, mix: WITHOUT_ACCOUNTS, atOnce: 8 });
    const finishedBackups: { file: string; acknowledged: number }[] = [];
    const startedAt = performance.now();
    for (let round = 0; round < repetitions(BACKUPS, options); round++) {
      const file = join(folder, `${round}.tar.gz`);
      finishedBackups.push({ file, acknowledged: writers.acknowledged.length });
      await admin(["backup", file], dataDir);
    }
    const perSecond = (writers.acknowledged.length * 1_000) / (performance.now() - startedAt);
    const refusal = await admin(["restore", join(folder, "0.tar.gz")], dataDir).catch(({ message }) => message);
    await writers.stop();
    await site.stop();

    const allProblems: string[] = [];
    const restores: number[] = [];
    for (const [round, { file, acknowledged }] of finishedBackups.entries()) {
      const restoredFolder = join(folder, "restored", String(round));
      const { problems, ms } = await restoreAndCheck(file, restoredFolder, writers.acknowledged.slice(0, acknowledged));
      allProblems.push(...problems.map((problem) => `backup ${round}: ${problem}`));
      restores.push(ms);
    }
    return [
      { name: `backups of ${EXPERTS} experts while writing, each restored`, value: finishedBackups.length, unit: "" },
      { name: "writes meanwhile", value: perSecond, unit: "per s", least: 100 },
      { name: "writes meanwhile, p99", value: percentile(writers.times, 0.99), unit: "ms", most: 500 },
      { name: "slowest restore, to the first page", value: Math.max(...restores), unit: "ms", most: 60_000 },
      countFigure("missing or damaged in a restored backup", allProblems),
      countFigure("unexpected answers to writers", writers.unexpected),
      countFigure(
        "restores over a running site",
        String(refusal).includes("The site is running") ? [] : [String(refusal)],
      ),
    ];
  });
}

async function restoreAndCheck(file: string, dataDir: string, acknowledged: Write[]) {
  const startedAt = performance.now();
  await admin(["restore", file], dataDir);
  const { site } = await startTimed({ dataDir });
  const ms = performance.now() - startedAt;
  await site.stop();
  const experts = inDatabase(dataDir, (database) => database.prepare("SELECT count(*) FROM experts").pluck().get());
  const problems = [...damageIn(dataDir), ...(await lostWrites(dataDir, acknowledged)), ...halfWritten(dataDir)];
  if (Number(experts) < EXPERTS) problems.push(`only ${experts} experts`);
  return { problems, ms };
}
