/** Measures the memory, the start, the use of both cores, and the size of an installation. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { type Figure, median } from "../support/figures";
import { memoryOf, resetPeakMemory } from "../support/processes";
import { get, getJson, json } from "../support/requests";
import type { Site } from "../support/site";
import { ask, inTurn, type Load, ratios } from "./load";
import { addresses, searchesForNobody } from "./server";
import { LARGE, type Server, seededFolder, startBuilt, startRemix } from "./servers";

/** The limit of the container, see Dockerfile. */
const HEAP = { NODE_OPTIONS: "--max-old-space-size=256" };
const MAX_MEGABYTES = 350;
/** The duration of each load. Large answers take seconds each, because only a few are made at a time. */
const [SHORT_S, LONG_S] = [8, 40];
/** The site's address, as an operator sets it. The site stores the dataset file only for this address. */
const SITE_URL = "http://site.example";

/** Measures memory at rest and its maximum under each kind of load in turn, without a restart in between. */
export async function memory(): Promise<Figure[]> {
  const site = await startBuilt(seededFolder({ experts: LARGE }), { ...HEAP, SITE_URL });
  try {
    await pause(3_000);
    const figures: Figure[] = [
      { name: `memory at rest, ${LARGE} experts`, value: memoryOf(site.pid).now, unit: "MB", most: 150 },
    ];
    const { headers } = await signUp(site);
    const brotli = { "Accept-Encoding": "br" };
    const largeLoad = { mayRefuse: true, seconds: LONG_S };
    const loads: Record<string, Omit<Load, "server"> & { seconds?: number }> = {
      "one hot page": { paths: () => ["/directory"], headers: brotli },
      "cold pages": { paths: () => addresses("/directory"), headers: brotli },
      "cold pages of a signed-in reader": { paths: () => addresses("/directory"), headers: { ...brotli, ...headers } },
      "searches that find nothing": { paths: searchesForNobody, headers: brotli },
      "lists as JSON": { paths: () => addresses("/api/experts/paginated"), headers: brotli },
      "arrays of 1,000": { paths: () => arrays(), headers: brotli, ...largeLoad },
      "arrays of 1,000, uncompressed": { paths: () => arrays(), ...largeLoad },
      datasets: { paths: () => addresses("/api/dataset/csv"), connections: 12, ...largeLoad, timeout: 2 * LONG_S },
    };
    for (const [name, { seconds = SHORT_S, ...load }] of Object.entries(loads)) {
      resetPeakMemory(site.pid);
      // The other loads have their figures even if one fails.
      const result = await ask({ server: site, connections: 64, ...load }, seconds).catch((error: Error) => error);
      const isFinished = !(result instanceof Error) && result.requests > result.refused;
      const summary =
        result instanceof Error ? result.message : `${result.requests} answers, ${result.refused} of them 503`;
      const { peak } = memoryOf(site.pid);
      figures.push({
        name: `memory at most, ${name} (${summary})`,
        value: isFinished ? peak : Number.NaN,
        unit: "MB",
        most: MAX_MEGABYTES,
        raw: { most: peak, about: summary },
      });
    }
    return figures;
  } finally {
    await site.stop();
  }
}

const arrays = () =>
  Array.from(
    { length: 640 },
    (_, index) => `/api/experts?limit=1000&page=${1 + (index % (LARGE / 1_000))}&turn=${index}`,
  );

/** Measures the time from the start of the process to the first page, and compares it with minimal Remix. */
export async function start(): Promise<Figure[]> {
  const dataDir = seededFolder({ experts: LARGE });
  const times: Record<"ours" | "remix", number[]> = { ours: [], remix: [] };
  const starts = { ours: () => startBuilt(dataDir), remix: () => startRemix(dataDir) };
  for (let round = 0; round <= 5; round++)
    for (const who of ["ours", "remix"] as const) {
      const { startedIn, stop } = await starts[who]();
      await stop();
      // The first round brings the files into memory.
      if (round > 0) times[who].push(startedIn);
    }
  const [ours, remix] = [median(times.ours), median(times.remix)];
  const name = `start to the first page ÷ minimal Remix (${ours.toFixed(0)} ÷ ${remix.toFixed(0)} ms)`;
  return [{ name, value: ours / remix, unit: "×", most: 1, raw: times }];
}

/** Compares uncached pages from two workers with those from one process. Checks that each worker sees the writes of the other. */
export async function workers(): Promise<Figure[]> {
  const folders = [seededFolder({ experts: LARGE }), seededFolder({ experts: LARGE })] as const;
  const oneWorker = await startBuilt(folders[0]);
  const twoWorkers = await startBuilt(folders[1], { WEB_CONCURRENCY: "2" });
  try {
    const coldLoad = (server: Server) => ({ server, paths: () => addresses("/directory"), connections: 32 });
    const results = await inTurn({ one: coldLoad(oneWorker), two: coldLoad(twoWorkers) }, { seconds: 3 });
    return [
      ...ratios("cold pages by two workers ÷ one process", results.two, results.one, { least: 1.6 }),
      { name: "stale pages right after 100 changes", value: await stalePages(twoWorkers), unit: "", most: 0 },
    ];
  } finally {
    await Promise.all([oneWorker.stop(), twoWorkers.stop()]);
  }
}

async function stalePages(site: Site): Promise<number> {
  const { headers } = await signUpAdmin(site);
  const [{ id }] = (await getJson(site, "/api/experts?limit=1")).body;
  let staleCount = 0;
  for (let round = 0; round < 100; round++) {
    const title = `Changed for the ${round}th time`;
    await json(site, "PUT", `/api/experts/${id}`, { title }, { headers });
    // Each request has its own connection, so that both workers are asked.
    const pages = [1, 2, 3, 4].map(() => get(site, "/directory", { headers: { Connection: "close" } }));
    for (const page of await Promise.all(pages)) if (!(await page.text()).includes(title)) staleCount++;
  }
  return staleCount;
}

/** Measures what `npm ci --omit=dev` puts on the disk. */
export async function install(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "longevity-install-"));
  try {
    for (const file of ["package.json", "package-lock.json"]) cpSync(file, join(folder, file));
    execFileSync("npm", ["ci", "--omit=dev", "--workspaces=false", "--legacy-peer-deps", "--no-audit", "--no-fund"], {
      cwd: folder,
      stdio: "pipe",
    });
    const [kilobytes] = execFileSync("du", ["-sk", join(folder, "node_modules")], { encoding: "utf8" }).split("\t");
    return [{ name: "npm ci --omit=dev", value: Number(kilobytes) / 1024, unit: "MB" }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
