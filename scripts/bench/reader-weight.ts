/** What a page weighs on the line: the first view, and its scripts before and after they are needed. */
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import type { Site } from "../../test/support/site";
import type { Figure } from "./figures";
import { PAGES, pretendLine, startVisit, sum, type Visit, wake } from "./reader-browser";

const KB = 1024;
const PATHS = Object.values(PAGES).map(({ path }) => path);

/** The directory with 24 cards, until nothing more comes. */
export async function firstView(browser: Browser, site: Site): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const encoding of ["gzip", "br"] as const) {
    const visit = await startVisit(browser, site, { encoding });
    await visit.page.goto(PAGES.directory.path);
    await visit.settled();
    const cards = await visit.page.locator(".card").count();
    if (cards !== 24) throw new Error(`The directory shows ${cards} cards`);
    const of = (type: string) => visit.transfers.filter(({ mimeType }) => mimeType === type);
    const needed = [...of("text/html"), ...of("text/css")];
    figures.push(
      { name: `/directory, HTML, ${encoding}`, value: sum(of("text/html"), "body") / KB, unit: "KB", most: 8 },
      { name: `/directory, CSS, ${encoding}`, value: sum(of("text/css"), "body") / KB, unit: "KB", most: 8 },
      // One initial window of TCP: ten segments of 1,460 bytes (RFC 6928).
      { name: `/directory, HTML and CSS, ${encoding}`, value: sum(needed, "body") / 1_000, unit: "kB", most: 14.6 },
      { name: `/directory, the same with heads, ${encoding}`, value: sum(needed, "bytes") / 1_000, unit: "kB" },
      { name: `/directory, requests, ${encoding}`, value: visit.transfers.length, unit: "", most: 4 },
    );
    await visit.close();
  }
  return figures;
}

/** Scripts until the reader does something, those within the page included, and all that ever come. */
export async function scripts(browser: Browser, site: Site): Promise<Figure[]> {
  const before: Record<string, number> = {};
  const ever: Record<"gzip" | "br", Record<string, number>> = { gzip: {}, br: {} };
  for (const encoding of ["gzip", "br"] as const)
    for (const path of PATHS) {
      const visit = await startVisit(browser, site, { encoding });
      await visit.page.goto(path);
      await visit.settled();
      before[path] = (sum(visit.scripts(), "bytes") + (await inlineScripts(visit))) / KB;
      await wake(visit);
      // What its links and its boxes bring along.
      await visit.page.keyboard.press("Tab");
      await visit.page.mouse.wheel(0, 20_000);
      await visit.settled();
      ever[encoding][path] = sum(visit.scripts(), encoding === "br" ? "bytes" : "body") / KB;
      await visit.close();
    }
  return [
    { name: "script until the reader does something", ...worst(before), most: 5 },
    { name: "script ever, brotli, with heads", ...worst(ever.br), most: 105 },
    { name: "script ever, gzip", ...worst(ever.gzip), most: 105 },
    { name: "script ever, after 15 s of nothing", ...(await idle(browser, site)), most: 105 },
  ];
}

/** What runs within the page, compressed; the data for the framework is among it. */
async function inlineScripts({ page }: Visit): Promise<number> {
  const sources = await page
    .locator("script:not([src])")
    .evaluateAll((all) =>
      (all as HTMLScriptElement[]).filter(({ type }) => type === "" || type === "module").map(({ text }) => text),
    );
  return gzipSync(sources.join("\n")).length;
}

/** On a fast line the framework comes by itself in the end; its clock is put forward. */
async function idle(browser: Browser, site: Site): Promise<Pick<Figure, "value" | "unit">> {
  const visit = await startVisit(browser, site);
  await visit.page.clock.install();
  await pretendLine(visit.page, { effectiveType: "4g", saveData: false });
  await visit.page.goto(PAGES.directory.path);
  await visit.settled();
  await visit.page.clock.runFor(9_000);
  await visit.settled();
  if (visit.scripts().length > 0) throw new Error("The framework came before its time");
  const started = visit.page.waitForResponse(/\/build\/entry\.client/);
  await visit.page.clock.runFor(7_000);
  await started;
  await visit.settled();
  const value = sum(visit.scripts(), "bytes") / KB;
  await visit.close();
  return { value, unit: "KB" };
}

/** Scripts that came on a slow line to readers who looked, scrolled and waited, but pressed nothing. */
export async function slowLineScripts(browser: Browser, site: Site): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, prepare] of Object.entries(LINES)) {
    let fetched = 0;
    for (const path of PATHS) {
      const visit = await startVisit(browser, site);
      await visit.page.clock.install();
      await prepare(visit, site);
      await visit.page.goto(path);
      await visit.settled();
      await visit.page.mouse.move(200, 200);
      await visit.page.mouse.move(300, 300);
      await visit.page.mouse.wheel(0, 2_000);
      await visit.page.clock.runFor(60_000);
      await visit.settled();
      fetched += visit.scripts().length;
      await visit.close();
    }
    // A fast line does load them: else this would measure nothing.
    const bound = name === FAST ? { least: PATHS.length } : { most: 0 };
    figures.push({ name: `scripts fetched before a press, ${name}`, value: fetched, unit: "", ...bound });
  }
  return figures;
}

const FAST = "on a fast line";

const LINES: Record<string, (visit: Visit, site: Site) => Promise<unknown>> = {
  [FAST]: ({ page }) => pretendLine(page, { effectiveType: "4g", saveData: false }),
  "2g": ({ page }) => pretendLine(page, { effectiveType: "2g", saveData: false }),
  "3g": ({ page }) => pretendLine(page, { effectiveType: "3g", saveData: false }),
  "saving data": ({ page }) => pretendLine(page, { effectiveType: "4g", saveData: true }),
  "Save-Data header": ({ page }) => page.setExtraHTTPHeaders({ "Save-Data": "on" }),
  "light pages": async ({ page, transfers }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Light pages" }).press("Enter");
    await page.waitForSelector("html[data-light]");
    // The press itself may have started the scripts of the page before.
    transfers.length = 0;
  },
};

function worst(values: Record<string, number>): Pick<Figure, "value" | "unit" | "raw"> {
  return { value: Math.max(...Object.values(values)), unit: "KB", raw: values };
}
