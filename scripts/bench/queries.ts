/** What the database takes for anything that a reader types, in this process, with 100,000 experts. */
import { connect } from "../../db/connect";
import { type Figure, median, percentile } from "./figures";
import { bringIntoMemory, LARGE, largeRows, seededFolder } from "./sites";
import { typedTexts } from "./typed-texts";

const ROUNDS = 5;
const PAGE_SIZE = 24;

export async function queries(): Promise<Figure[]> {
  // The model opens the database that the environment names when it is loaded.
  const dataDir = await seededFolder({ experts: LARGE });
  process.env.DATA_DIR = dataDir;
  const { listExperts, listForCards } = await import("../../app/models/experts/lists.server");
  const { closeDatabase, databasePath, db } = await import("~/db.server");
  const { sqlite, close } = connect(databasePath);
  try {
    const texts = typedTexts((await largeRows<{ name: string }>(EVERY_NAME)).map(({ name }) => name));
    const asked = texts.map((text) => ({ text, times: [] as number[], cpu: [] as number[] }));
    for (let round = 0; round <= ROUNDS; round++) {
      bringIntoMemory(dataDir);
      // Under another version of the content nothing is remembered: every search is made as for the first time.
      sqlite.prepare(NEXT_VERSION).run();
      for (const { text, times, cpu } of asked) {
        const before = process.cpuUsage();
        const time = await timeOf(() => listExperts({ page: 1, limit: PAGE_SIZE, search: text, category: "" }));
        const { user, system } = process.cpuUsage(before);
        if (round === 0) continue;
        times.push(time);
        cpu.push((user + system) / 1_000);
      }
    }
    const all = asked.flatMap(({ times }) => times);
    const slowest = asked.toSorted((a, b) => median(b.cpu) - median(a.cpu)).slice(0, 20);
    const list = await timesOfList((page) => listForCards({ page, limit: PAGE_SIZE, search: "", category: "" }));
    const raw = await timesOfList((page) => {
      const keys = sqlite
        .prepare(KEYS)
        .pluck()
        .all((page - 1) * PAGE_SIZE);
      return db && sqlite.prepare(ROWS).all(JSON.stringify(keys));
    });
    return [
      {
        name: `query for anything typed, p99 of ${texts.length} texts (p50 ${median(all).toFixed(2)} ms)`,
        value: percentile(all, 0.99),
        unit: "ms",
        most: 10,
        raw: Object.fromEntries(slowest.map(({ text, times, cpu }) => [text.slice(0, 60), { times, cpu }])),
      },
      {
        name: "the same, processor alone: without what else the machine did meanwhile",
        value: percentile(
          asked.flatMap(({ cpu }) => cpu),
          0.99,
        ),
        unit: "ms",
      },
      { name: "query for anything typed, the slowest of all", value: Math.max(...all), unit: "ms", most: 100 },
      { name: "one page of the list through the model", value: median(list), unit: "ms" },
      { name: "the same 24 rows by raw prepared statements", value: median(raw), unit: "ms" },
    ];
  } finally {
    await close();
    await closeDatabase();
  }
}

const NEXT_VERSION = `UPDATE "contentVersion" SET "version" = "version" + 1`;
const EVERY_NAME = `SELECT "name" FROM "experts" ORDER BY "rowId"`;
const KEYS = `SELECT "expertRowId" FROM "listing" WHERE "category" = '*'
  ORDER BY "rank", "sortName", "expertRowId" LIMIT 24 OFFSET ?`;
const ROWS = `SELECT "slug", "name", "title", "longevityContribution", "imageUrl", "featuredPosition" FROM "experts"
  WHERE "rowId" IN (SELECT "value" FROM json_each(?))`;

/** Milliseconds for pages of the first half, where both ways of finding them are the same. */
async function timesOfList(work: (page: number) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let page = 1; page <= 2_000; page += 10) times.push(await timeOf(() => work(page)));
  return times;
}

async function timeOf(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
