/** Work that must not hold up others: hostile texts, large pictures, a whole directory imported (reliability.md 9). */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { signUpAdmin } from "../../test/support/curator";
import { makeEmptyDirectory } from "../../test/support/empty-directory";
import { photograph } from "../../test/support/pictures";
import { form, json } from "../../test/support/requests";
import type { Site } from "../../test/support/site";
import { type Figure, percentile } from "../bench/figures";
import { peopleFile, rested, sendTable } from "../crash/imports";
import { inFolder, never } from "../crash/parts";
import type { SoakOptions } from "../soak";
import { type Health, startHealthWatch, startOperated } from "./operated";
import { Tally } from "./reading";

const PICTURES = 20;

type Headers = Record<string, string>;

/** What makes parsers slow, 100 KB of each. */
const HOSTILE: Record<string, string> = {
  quotes: "> ".repeat(50_000),
  elements: "<div>".repeat(20_000),
  drawings: "<svg>".repeat(20_000),
  lists: Array.from({ length: 440 }, (_, depth) => `${" ".repeat(depth)}- a`).join("\n"),
  emphasis: "*a _b ".repeat(16_600),
  brackets: "[".repeat(100_000),
  links: "[a](".repeat(25_000),
  pictures: "![".repeat(50_000),
  code: "`".repeat(100_000),
  entities: "&amp".repeat(25_000),
  tables: `${"|a".repeat(25_000)}\n${"|-".repeat(25_000)}`,
  rules: "- - ".repeat(25_000),
  numbers: "1. ".repeat(33_000),
  autolinks: "<http://a".repeat(11_000),
  words: "longevity ".repeat(10_000),
};

/** Asks /healthz while each kind of work is done alone, and while all of it is done at once. */
export function eventLoop({ experts }: SoakOptions): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const dataDir = join(folder, "site");
    mkdirSync(dataDir);
    await makeEmptyDirectory(dataDir);
    const pictures: Buffer[] = [];
    for (let number = 0; number < PICTURES; number++) pictures.push(await photograph(3_000, 2_250));
    const people = peopleFile(experts).text;
    const site = await startOperated(dataDir, { RATE_LIMIT: "off", SMTP_URL: "smtp://127.0.0.1:9" });
    const { headers } = await signUpAdmin(site);
    const phases: { name: string; began: number; ended: number }[] = [];
    const during = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const began = Date.now();
      const done = await work();
      phases.push({ name, began, ended: Date.now() });
      return done;
    };
    const watch = startHealthWatch(site);
    const refused = new Tally();
    await during("hostile texts", () => texts(site, headers, refused));
    await during("large pictures", () => send(site, headers, pictures, refused));
    await during("an import with all of it", async () => {
      let isOver = false;
      const others = (async () => {
        while (!isOver) await texts(site, headers, refused);
      })();
      const more = send(
        site,
        headers,
        pictures.map((bytes) => Buffer.concat([bytes, Buffer.from("another")])),
        refused,
      );
      const path = await during("… sending and checking it", async () => {
        const sent = await sendTable(site, headers, people);
        await rested(site, sent, headers);
        return sent;
      });
      await during("… writing it", async () => {
        await form(site, path, { intent: "apply" }, { headers });
        const page = await rested(site, path, headers);
        if (!page.includes("records were written")) refused.add("the import did not end");
      });
      isOver = true;
      await Promise.all([others, more]);
    });
    const health = await watch.end();
    await site.stop();
    console.log(`  ${refused}`);
    return [
      ...phases.flatMap((phase) => figuresOf(phase, health)),
      ...figuresOf({ name: "all of it", began: 0, ended: Number.POSITIVE_INFINITY }, health),
      never(
        "answers of /healthz that are not 200",
        Object.keys(health.statuses).filter((status) => status !== "200"),
      ),
      // What writes while a whole directory is written may be told to come again.
      never("answers that are none of 2xx, 3xx, 400, 503", refused.except(/^([23]\d\d|400|503)$/)),
    ];
  });
}

/** Saves each text as an article and asks for its preview, three at a time; then reads it. */
async function texts(site: Site, headers: Headers, statuses: Tally): Promise<void> {
  const left = Object.entries(HOSTILE);
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [title, text] = next;
      const body = text.slice(0, 100_000);
      const saved = await json(site, "POST", "/api/admin/articles", { title, body, status: "published" }, { headers });
      const preview = await json(site, "POST", "/api/admin/articles/preview", { title, body }, { headers });
      for (const { status } of [saved, preview]) statuses.add(String(status));
      if (saved.status !== 201) continue;
      const page = await fetch(`${site.url}/articles/${saved.body.slug}`);
      await page.text();
      statuses.add(String(page.status));
    }
  };
  await Promise.all([work(), work(), work()]);
}

async function send(site: Site, headers: Headers, pictures: Buffer[], statuses: Tally): Promise<void> {
  await Promise.all(
    pictures.map(async (bytes) => {
      const body = new FormData();
      body.append("file", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "large.jpg");
      const answer = await fetch(`${site.url}/api/admin/images`, {
        method: "POST",
        body,
        headers: { Origin: site.url, ...headers },
      });
      await answer.text();
      statuses.add(String(answer.status));
    }),
  );
}

function figuresOf({ name, began, ended }: { name: string; began: number; ended: number }, health: Health): Figure[] {
  const times = health.asked
    .filter(({ at }) => at >= began && at <= ended)
    .map(({ ms }) => (ms < 0 ? Number.POSITIVE_INFINITY : ms));
  const ms = times
    .toSorted((a, b) => b - a)
    .slice(0, 10)
    .map(Math.round);
  return [
    {
      name: `/healthz during ${name} (${times.length} times), p99`,
      value: percentile(times, 0.99),
      unit: "ms",
      // The promise is for a piece of work as a whole; the parts of an import ("…") are told, and bounded by the longest.
      most: name.startsWith("…") ? undefined : 250,
    },
    {
      name: `/healthz during ${name}, longest`,
      value: Math.max(...times),
      unit: "ms",
      most: 1_000,
      raw: { longest: ms },
    },
  ];
}
