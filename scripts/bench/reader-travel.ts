/** How long a page takes on a slow line, and how one gets from page to page. */
import type { Browser, Page } from "@playwright/test";
import type { Site } from "../../test/support/site";
import { type Figure, median } from "./figures";
import { PAGES, pretendLine, startVisit, wake } from "./reader-browser";

const RUNS = 5;
/** Slow 3G: 400 ms there and back, 400 kbit/s. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };

/** The directory on slow 3G, each time with an empty cache. */
export async function slowLine(browser: Browser, site: Site): Promise<Figure[]> {
  const painted: number[] = [];
  const complete: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const { page, line, close } = await startVisit(browser, site);
    await line.send("Network.emulateNetworkConditions", SLOW_3G);
    await page.goto(PAGES.directory.path, { waitUntil: "load" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    const [paint, load] = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      return [
        performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
        navigation?.loadEventEnd || Number.NaN,
      ] as const;
    });
    painted.push(paint);
    complete.push(load);
    await close();
  }
  return [
    { name: "slow 3G, first contentful paint", value: median(painted), unit: "ms", most: 1_600, raw: painted },
    { name: "slow 3G, complete", value: median(complete), unit: "ms", most: 2_200, raw: complete },
  ];
}

/** Whether the next page is fetched when the reader points at a link to it, or gets to it by keyboard or finger. */
export async function prefetching(browser: Browser, site: Site): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, effectiveType, wanted] of [
    ["on a fast line", "4g", 1],
    ["on a slow line", "3g", 0],
  ] as const)
    for (const [way, point] of Object.entries(POINT)) {
      const visit = await startVisit(browser, site, { hasTouch: true });
      await pretendLine(visit.page, { effectiveType, saveData: false });
      await visit.page.goto(PAGES.directory.path, { waitUntil: "networkidle" });
      // A press starts the framework on any line.
      await visit.page.keyboard.press("Shift");
      await wake(visit);
      await point(visit.page);
      await visit.settled();
      const fetched = visit.transfers.filter(({ path }) => path.startsWith("/cynthia-kenyon")).length;
      const bound = wanted ? { least: 1 } : { most: 0 };
      figures.push({ name: `next page fetched on ${way}, ${name}`, value: fetched, unit: "", ...bound });
      await visit.close();
    }
  return figures;
}

const link = (page: Page) => page.locator("a[href='/cynthia-kenyon']").first();

const POINT: Record<string, (page: Page) => Promise<void>> = {
  hover: (page) => link(page).hover(),
  focus: (page) => link(page).focus(),
  touch: (page) => link(page).dispatchEvent("touchstart"),
};

/** Whether Back finds each page as it was left, its scripts asleep or awake: kept whole by the browser, not made anew. */
export async function backAndForward(browser: Browser, site: Site): Promise<Figure[]> {
  const lost: string[] = [];
  const took: number[] = [];
  for (const isAwake of [false, true])
    for (const { path } of Object.values(PAGES)) {
      const visit = await startVisit(browser, site);
      const { page, close } = visit;
      await page.goto(path, { waitUntil: "networkidle" });
      if (isAwake) await wake(visit);
      await page.evaluate(() => {
        addEventListener("pageshow", ({ persisted }) => {
          document.documentElement.dataset.shown = String(persisted);
          document.documentElement.dataset.shownAt = String(Date.now());
        });
      });
      await page.goto(path === "/" ? PAGES.submit.path : "/", { waitUntil: "load" });
      const left = Date.now();
      await page.evaluate(() => history.back()).catch(() => {}); // this page is gone before it could answer
      const kept = await page.waitForSelector("html[data-shown=true]", { timeout: 5_000 }).catch(() => null);
      if (kept) took.push(Number(await kept.getAttribute("data-shown-at")) - left);
      else lost.push(`${path} (${isAwake ? "awake" : "asleep"}): ${await reasonsOf(page)}`);
      await close();
    }
  return [
    { name: "pages that Back had to load anew", value: lost.length, unit: "", most: 0, raw: lost },
    { name: "Back to a page as it was left", value: median(took), unit: "ms", raw: took },
  ];
}

/** Why the browser did not keep the page, in its own words. */
function reasonsOf(page: Page): Promise<string> {
  return page
    .evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation") as (PerformanceEntry & {
        notRestoredReasons?: { reasons?: { reason: string }[] } | null;
      })[];
      return JSON.stringify(navigation?.notRestoredReasons?.reasons ?? null);
    })
    .catch(String);
}
