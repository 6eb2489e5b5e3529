/** Mixed load for minutes (reliability.md 8). */
import { join } from "node:path";
import { signUp } from "../../test/support/accounts";
import { signUpAdmin } from "../../test/support/curator";
import { suggestion } from "../../test/support/people";
import { json } from "../../test/support/requests";
import type { Site } from "../../test/support/site";
import { type Figure, median, percentile } from "../bench/figures";
import { inFolder, never } from "../crash/parts";
import { seeded } from "../crash/sites";
import { drawFrom } from "../seed-random";
import type { SoakOptions } from "../soak";
import { faultsIn, type Sample, startHealthWatch, startOperated, startSampling, timesOf } from "./operated";
import { addressesOf, reader, Tally } from "./reading";

const CLIENTS = 12;
/** Every tenth request writes. */
const WRITES_PERCENT = 10;

type Headers = Record<string, string>;

/** 90 % reads and 10 % writes on a full directory, by some clients who wait for nothing but their answers. */
export function endurance({ minutes, experts }: SoakOptions): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const dataDir = join(folder, "site");
    await seeded(experts, dataDir);
    const site = await startOperated(dataDir, { RATE_LIMIT: "off", SMTP_URL: "smtp://127.0.0.1:9" });
    const admin = (await signUpAdmin(site)).headers;
    const member = (await signUp(site)).headers;
    const address = await addressesOf(site);
    const statuses = { reads: new Tally(), writes: new Tally() };
    const { read, close } = reader(site, CLIENTS);

    const sampling = startSampling(site);
    const watch = startHealthWatch(site);
    const end = performance.now() + minutes * 60_000;
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const draw = drawFrom(client);
        while (performance.now() < end) {
          if (draw.chance(WRITES_PERCENT)) statuses.writes.add(await write(site, { admin, member }).catch(String));
          else statuses.reads.add(await read(address(draw)));
        }
      }),
    );
    const [samples, health] = [sampling.end(), await watch.end()];
    close();
    await site.stop();
    const { busy, errors } = faultsIn(site.logs());
    const { first, last } = windowsOf(samples);
    const times = timesOf(health);
    const of = (from: Sample[], what: keyof Sample) => median(from.map((sample) => sample[what]));
    const total = Object.values({ ...statuses.reads.counts }).reduce((sum, count) => sum + count, 0);
    console.log(`  reads: ${statuses.reads}\n  writes: ${statuses.writes}`);
    return [
      { name: "reads", value: total / (minutes * 60), unit: "per s" },
      never("reads that are neither 2xx nor 3xx", statuses.reads.except(/^[23]/)),
      never("writes that are neither 2xx nor 3xx", statuses.writes.except(/^[23]/)),
      never("log lines of level error", errors),
      never("log lines with SQLITE_BUSY", busy),
      {
        name: `memory after the warm-up (${of(first, "memory").toFixed(0)} MB) to the end (${of(last, "memory").toFixed(0)} MB)`,
        value: (of(last, "memory") / of(first, "memory") - 1) * 100,
        unit: "% more",
        most: 10,
        raw: samples.map(({ memory }) => Math.round(memory)),
      },
      {
        name: "descriptors after the warm-up to the end",
        value: of(last, "descriptors") - of(first, "descriptors"),
        unit: "more",
        most: 0,
        raw: samples.map(({ descriptors }) => descriptors),
      },
      { name: "largest WAL", value: Math.max(...samples.map(({ wal }) => wal)), unit: "MB", most: 64 },
      { name: "/healthz, p99", value: percentile(times, 0.99), unit: "ms", most: 250 },
      { name: "/healthz, longest", value: Math.max(...times), unit: "ms", most: 1_000, raw: health.statuses },
      never(
        "answers of /healthz that are not 200",
        Object.keys(health.statuses).filter((status) => status !== "200"),
      ),
    ];
  });
}

/** The quarter after the warm-up (another quarter), and the last one. */
function windowsOf(samples: Sample[]): { first: Sample[]; last: Sample[] } {
  const quarter = Math.floor(samples.length / 4);
  return { first: samples.slice(quarter, 2 * quarter), last: samples.slice(-quarter) };
}

let numbers = 0;
const articles: string[] = [];

async function write(site: Site, { admin, member }: { admin: Headers; member: Headers }): Promise<string> {
  const number = ++numbers;
  if (number % 3 === 0) {
    const { submitterName: _n, submitterEmail: _e, ...typed } = suggestion;
    const record = { ...typed, name: `Endured ${number}`, referenceLinks: [`https://endured-${number}.example/`] };
    return String((await json(site, "POST", "/api/submissions", record, { headers: member })).status);
  }
  const body = `Version ${number}. ${"Some words. ".repeat(100)}`;
  const id = articles[number % 50];
  const { status, ...answer } = id
    ? await json(site, "PUT", `/api/admin/articles/${id}`, { body, status: "published" }, { headers: admin })
    : await json(site, "POST", "/api/admin/articles", { title: `Endured ${number}`, body }, { headers: admin });
  if (!id && status === 201) articles.push(answer.body.id);
  return String(status);
}
