/** Backups while others write, and bringing them back (reliability.md 4). */
import { join } from "node:path";
import { restore } from "~/models/transfer/restore.server";
import { signUp } from "../../test/support/accounts";
import { signUpAdmin } from "../../test/support/curator";
import { get } from "../../test/support/requests";
import { startSite } from "../../test/support/site";
import { type Figure, percentile } from "../bench/figures";
import { type CrashOptions, inFolder, never, repetitions } from "./parts";
import { damageIn, inDatabase, program, seeded, startTimed } from "./sites";
import { halves, type Kind, lost, startWriters } from "./writers";

const BACKUPS = 20;
const MIX: Kind[] = [
  ...Array<Kind>(12).fill("article"),
  ...Array<Kind>(8).fill("submission"),
  ...Array<Kind>(2).fill("form"),
  "picture",
];
const ENV = { RATE_LIMIT: "off", SMTP_URL: "smtp://127.0.0.1:9" };
const EXPERTS = 30_000;

/** 20 backups under 100 writes a second, each restored; and the time and the refusals of a restore. */
export async function backups(options: CrashOptions): Promise<Figure[]> {
  return [...(await whileWriting(options)), ...(await large())];
}

function whileWriting(options: CrashOptions): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const dataDir = join(folder, "site");
    await seeded(2_000, dataDir);
    const site = await startSite({ dataDir, env: ENV, allowErrors: true });
    const people = { admin: await signUpAdmin(site), reader: await signUp(site) };
    const writers = startWriters(site, people, { seed: options.seed, mix: MIX, atOnce: 8 });
    const made: { file: string; known: number }[] = [];
    const began = performance.now();
    for (let round = 0; round < repetitions(BACKUPS, options); round++) {
      const file = join(folder, `${round}.tar.gz`);
      made.push({ file, known: writers.acknowledged.length });
      await program(["backup", file], dataDir);
    }
    const seconds = (performance.now() - began) / 1_000;
    const written = writers.acknowledged.length;
    // The refusal below waits for its turn in this very process, which the writers would be measured with.
    const times = writers.times.map(({ ms }) => ms);
    const refused = await restore(dataDir, made[0]?.file ?? "").then(
      () => ["it was restored over a running site"],
      (error: Error) => (error.message.includes("The site is running") ? [] : [error.message]),
    );
    await writers.stop();
    await site.stop();

    const wrong: string[] = [];
    for (const { file, known } of made) {
      const restored = join(folder, "restored", String(known));
      const problems = await restore(restored, file).then(
        async () => [
          ...damageIn(restored),
          ...(await lost(restored, writers.acknowledged.slice(0, known))),
          ...halves(restored),
        ],
        (error: Error) => [error.message],
      );
      wrong.push(...problems.map((problem) => `${file}: ${problem}`));
    }
    return [
      { name: "backups under load, each restored", value: made.length, unit: "" },
      { name: "writes meanwhile", value: written / seconds, unit: "per s", least: 100 },
      never("not in a restored backup, or damaged in it", wrong),
      never("answers to writers that were not asked for", writers.unexpected),
      { name: "writes meanwhile, p99", value: percentile(times, 0.99), unit: "ms", most: 500 },
      never("restored over a running site", refused),
    ];
  });
}

/** From the command to the first page, with a whole directory. */
function large(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const [dataDir, file] = [join(folder, "site"), join(folder, "backup.tar.gz")];
    await seeded(EXPERTS, dataDir);
    await program(["backup", file], dataDir);
    const target = join(folder, "other", "site");
    const began = performance.now();
    await program(["restore", file], target);
    const { site } = await startTimed({ dataDir: target });
    const ms = performance.now() - began;
    const count = inDatabase(target, (db) => db.prepare("SELECT count(*) FROM experts").pluck().get()) as number;
    const { status } = await get(site, "/directory?page=1000");
    await site.stop();
    return [
      { name: "experts in a large backup", value: count, unit: "", least: EXPERTS },
      { name: "its restore, to the first page", value: ms / 1_000, unit: "s", most: 60 },
      never("pages of it that are not there", status === 200 ? [] : [`page 1000: ${status}`]),
    ];
  });
}
