/** Measures waiting time and bytes for readers, in a real browser with the starter directory. */
import { type Browser, type BrowserContextOptions, chromium, devices, type Page } from "@playwright/test";
import lighthouse from "lighthouse";
import { signUpAdmin } from "../support/admin";
import { BROWSER_FLAGS, ensureBrowser } from "../support/browser";
import { type Figure, median } from "../support/figures";
import { freePort } from "../support/postgres";
import { getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { photograph } from "../support/test-images";
import { seededFolder, startBuilt } from "./servers";

declare global {
  interface Window {
    waits?: PerformanceEntry[];
  }
}

const DIRECTORY = "/directory";
const PUBLIC = `/ ${DIRECTORY} /directory/academic-researchers /cynthia-kenyon
  /articles/what-the-calerie-trial-measured /submit`.split(/\s+/);
const ADMIN = `/admin /admin/experts /admin/experts/new /admin/submissions /admin/articles /admin/articles/new
  /admin/library /admin/images /admin/featured /admin/promote /admin/settings`.split(/\s+/);
/** 400 ms there and back, 400 kbit/s. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const [KB, ROWS] = [1_024, 10_000];

/** Measures bytes, requests and scripts of the public pages, scripts of the admin pages, and loading over slow 3G. */
export function weight(): Promise<Figure[]> {
  return withBrowser(async (browser, site) => {
    const firstVisit = await visit(browser, site);
    await firstVisit.page.goto(DIRECTORY, { waitUntil: "networkidle" });
    await firstVisit.close();
    const neededFiles = firstVisit.transfers.filter(({ type }) => ["text/html", "text/css"].includes(type));
    const bytesBefore: number[] = [];
    const bytesAfter: Record<string, number> = {};
    for (const path of PUBLIC) {
      const { page, transfers, close } = await visit(browser, site);
      await page.goto(path, { waitUntil: "networkidle" });
      bytesBefore.push(scriptsIn(transfers));
      await page.keyboard.press("Shift");
      await page.mouse.wheel(0, 20_000);
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(1_000);
      bytesAfter[path] = scriptsIn(transfers);
      await close();
    }
    return [
      // One initial TCP window: ten segments of 1,460 bytes (RFC 6928).
      { name: `${DIRECTORY}, HTML and CSS, brotli`, value: sum(neededFiles) / 1_000, unit: "kB", most: 14.6 },
      { name: `${DIRECTORY}, requests`, value: firstVisit.transfers.length, unit: "", most: 4 },
      { name: "scripts before an interaction", value: Math.max(...bytesBefore), unit: "KB", most: 5 },
      {
        name: "scripts after it",
        value: Math.max(...Object.values(bytesAfter)),
        unit: "KB",
        most: 105,
        raw: bytesAfter,
      },
      ...(await slowLine(browser, site)),
      ...(await photographs(browser, site)),
    ];
  });
}

/** Scripts of every admin page, and what an admin waits for after a key or a press on it (Event Timing, W3C). */
export function admin(): Promise<Figure[]> {
  const start = () => startBuilt(seededFolder({ experts: ROWS, submissions: ROWS, articles: ROWS, library: ROWS }));
  return withBrowser(async (browser, site) => {
    const { headers } = await signUpAdmin(site);
    const [article] = (await getJson(site, "/api/admin/articles", { headers })).body.articles;
    const scripts: Record<string, number> = {};
    const waits: Record<string, number> = {};
    for (const path of [...ADMIN, `/admin/articles/${article.id}`]) {
      const { page, transfers, close } = await visit(browser, site, { extraHTTPHeaders: headers });
      await page.goto(path, { waitUntil: "networkidle" });
      waits[path] = await longestInteraction(page);
      scripts[path] = scriptsIn(transfers);
      await close();
    }
    const largestOf = (each: Record<string, number>) => Math.max(...Object.values(each));
    return [
      { name: "scripts of an admin page", value: largestOf(scripts), unit: "KB", most: 200, raw: scripts },
      { name: `longest interaction, ${ROWS} rows`, value: largestOf(waits), unit: "ms", most: 100, raw: waits },
    ];
  }, start);
}

/** Types into every field, ticks boxes and presses keys. @returns milliseconds to the paint after the slowest. */
async function longestInteraction(page: Page): Promise<number> {
  await page.evaluate(() => {
    window.waits = [];
    const options = { type: "event", durationThreshold: 16 };
    new PerformanceObserver((list) => window.waits?.push(...list.getEntries())).observe(options);
  });
  const fields = page.getByRole("main").getByRole("textbox").or(page.getByRole("searchbox"));
  for (const field of await fields.all()) {
    await field.click();
    await field.pressSequentially("longevity", { delay: 50 });
  }
  for (const box of (await page.getByRole("checkbox").all()).slice(0, 5)) await box.press("Space");
  for (const key of ["Tab", "j", "k", "?", "Escape"]) await page.keyboard.press(key, { delay: 50 });
  return page.evaluate(() => Math.max(0, ...(window.waits ?? []).map(({ duration }) => duration)));
}

async function slowLine(browser: Browser, site: Site): Promise<Figure[]> {
  const runs: number[][] = [[], []];
  for (let run = 0; run < 5; run++) {
    const { page, line, close } = await visit(browser, site);
    await line.send("Network.emulateNetworkConditions", SLOW_3G);
    await page.goto(DIRECTORY, { waitUntil: "load" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    const times = await page.evaluate(() => [
      performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
      (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).loadEventEnd,
    ]);
    times.forEach((time, index) => void runs[index]?.push(time));
    await close();
  }
  const [paintTimes = [], loadTimes = []] = runs;
  return [
    { name: "slow 3G, first contentful paint", value: median(paintTimes), unit: "ms", most: 1_600, raw: paintTimes },
    { name: "slow 3G, complete", value: median(loadTimes), unit: "ms", most: 2_200, raw: loadTimes },
  ];
}

/** Measures a list of 24 cards with photographs on a phone, and the size of its scripts separately. */
async function photographs(browser: Browser, site: Site): Promise<Figure[]> {
  const { headers } = await signUpAdmin(site);
  const { experts } = (await getJson(site, "/api/experts/paginated?limit=24")).body;
  for (const { id } of experts) {
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(await photograph(800, 800))]), "face.jpg");
    const image = await fetch(`${site.url}/api/admin/images`, { method: "POST", body, headers });
    await json(site, "PUT", `/api/experts/${id}`, { imageUrl: (await image.json()).url }, { headers });
  }
  const { page, transfers, close } = await visit(browser, site, devices["Pixel 5"]);
  await page.goto(DIRECTORY, { waitUntil: "networkidle" });
  for (const image of await page.locator("main li img").all()) await image.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  const images = transfers.filter(({ type }) => type === "image/webp");
  const otherTransfers = transfers.filter(({ type }) => !type.includes("javascript"));
  await close();
  return [
    { name: "photographs that came as WebP", value: images.length, unit: "", least: 24 },
    { name: "24 cards with photographs, without scripts", value: sum(otherTransfers) / KB, unit: "KB", most: 150 },
  ];
}

/**
 * Returns the four Lighthouse scores of every public page on a phone. Takes the best of three runs, because other programs
 * share the machine.
 */
export function lighthouseScores(): Promise<Figure[]> {
  return withBrowser(async (_, site, port) => {
    const figures: Figure[] = [];
    for (const path of PUBLIC) {
      const runs: ReturnType<typeof reportOf>[] = [];
      while (runs.length < 3 && !runs.some(({ lowest, lcp, tbt }) => lowest === 100 && lcp <= 1_100 && tbt <= 50)) {
        const result = await lighthouse(site.url + path, { port, output: "json", logLevel: "error" });
        runs.push(reportOf(result?.lhr as Report));
      }
      const best = runs.toSorted((a, b) => b.lowest - a.lowest || a.lcp + a.tbt - b.lcp - b.tbt)[0] ?? reportOf();
      figures.push(
        { name: `Lighthouse ${path}, the lowest of its scores`, value: best.lowest, unit: "", least: 100, raw: runs },
        { name: `Lighthouse ${path}, largest contentful paint`, value: best.lcp, unit: "ms", most: 1_100 },
        { name: `Lighthouse ${path}, layout shift`, value: best.cls, unit: "", most: 0 },
        { name: `Lighthouse ${path}, total blocking time`, value: best.tbt, unit: "ms", most: 50 },
      );
    }
    return figures;
  });
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];

function reportOf(report?: Report) {
  const value = (audit: string) => report?.audits[audit]?.numericValue ?? Number.NaN;
  const scores = Object.values(report?.categories ?? {}).map(({ score }) => Math.round((score ?? 0) * 100));
  return {
    lowest: Math.min(...scores),
    scores,
    lcp: value("largest-contentful-paint"),
    cls: value("cumulative-layout-shift"),
    tbt: value("total-blocking-time"),
  };
}

async function withBrowser(
  measure: (browser: Browser, site: Site, port: number) => Promise<Figure[]>,
  start = () => startSite({ env: { RATE_LIMIT: "off" } }),
): Promise<Figure[]> {
  const site = await start();
  const port = await freePort();
  const args = [...BROWSER_FLAGS, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args });
  try {
    return await measure(browser, site, port);
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** `bytes`: the body as it was sent. */
type Transfer = { type: string; bytes: number };

/** Opens a page with an empty cache, and records every response. */
async function visit(browser: Browser, site: Site, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: site.url, ...options });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  const transfers: Transfer[] = [];
  page.on("requestfinished", async (request) => {
    const sizes = await request.sizes().catch(() => null); // the page is closed
    const type = (await request.response())?.headers()["content-type"] ?? "";
    if (sizes) transfers.push({ type: type.split(";")[0] as string, bytes: sizes.responseBodySize });
  });
  return { page, line, transfers, close: () => context.close() };
}

function sum(transfers: Transfer[]): number {
  return transfers.reduce((total, { bytes }) => total + bytes, 0);
}

function scriptsIn(transfers: Transfer[]): number {
  return sum(transfers.filter(({ type }) => type.includes("javascript"))) / KB;
}
