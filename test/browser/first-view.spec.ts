/** What docs/performance.md asks of every page, as far as it is the same on every machine: bytes, requests, and when scripts come. */
import { chromium, type Page } from "@playwright/test";
import { openLive, requestsOf, startScripts, watchStart } from "./reader";
import { expect, test } from "./site";

const PAGES = ["/", "/directory", "/directory/authors", "/cynthia-kenyon", "/articles", "/submit", "/login"];
const KB = 1024;

test("performance: the directory with 24 cards fits into one initial TCP window", async ({ request }) => {
  const weigh = async (path: string) => {
    const answer = await request.get(path, { headers: { "Accept-Encoding": "br" } });
    expect(answer.headers()["content-encoding"]).toBe("br");
    return { bytes: Number(answer.headers()["content-length"]), text: await answer.text() };
  };
  const page = await weigh("/directory");
  expect(page.text.match(/<li class="card/g)).toHaveLength(24);
  const sheets = Array.from(page.text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g), ([, to]) => to as string);
  expect(sheets).toHaveLength(1);
  const css = await weigh(sheets[0] as string);
  expect(page.bytes + css.bytes).toBeLessThanOrEqual(14_600);
});

test("performance: all scripts of a public page are at most 105 KB", async ({ browser, site, request }) => {
  for (const path of PAGES) {
    const context = await browser.newContext({ baseURL: site.url });
    const page = await context.newPage();
    const requests = requestsOf(page);
    await openLive(page, path);
    await page.waitForLoadState("networkidle");
    const scripts = new Set(requests.map((one) => one.url()).filter((url) => url.endsWith(".js")));
    let bytes = 0;
    for (const url of scripts) {
      const answer = await request.head(url, { headers: { "Accept-Encoding": "br" } });
      bytes += Number(answer.headers()["content-length"]);
    }
    expect(scripts.size, path).toBeGreaterThan(4);
    expect(bytes, path).toBeLessThanOrEqual(105 * KB);
    await context.close();
  }
});

for (const line of [{ effectiveType: "2g" }, { effectiveType: "3g" }, { effectiveType: "4g", saveData: true }]) {
  test(`performance: on a slow line (${JSON.stringify(line)}) scripts come with a press and nothing is prefetched`, async ({
    page,
  }) => {
    await pretendLine(page, line);
    await page.clock.install();
    await watchStart(page);
    const requests = requestsOf(page);
    const scripts = () => requests.filter((request) => request.url().endsWith(".js"));
    for (const path of PAGES) {
      await page.goto(path, { waitUntil: "networkidle" });
      await page.mouse.move(200, 200);
      await page.mouse.move(300, 300);
      await page.mouse.wheel(0, 2_000);
      await page.clock.runFor(60_000);
    }
    expect(scripts()).toHaveLength(0);
    await page.goto("/directory");
    await page.keyboard.press("Shift");
    await page.waitForFunction(() => window.isLive);
    expect(scripts().length).toBeGreaterThan(4);
    await page.getByRole("link", { name: "Cynthia Kenyon", exact: true }).hover();
    await page.clock.runFor(1_000);
    await expect(page.locator("link[rel=prefetch]")).toHaveCount(0);
  });
}

test("performance: on a fast line scripts come by themselves after 15 s, and the next page is prefetched on intent", async ({
  page,
}) => {
  await pretendLine(page, { effectiveType: "4g" });
  await page.clock.install({ time: 0 });
  await watchStart(page);
  const requests = requestsOf(page);
  await page.goto("/directory");
  // From here on the page's time passes only as it is told.
  await page.clock.pauseAt(14_000);
  expect(requests.filter((request) => request.url().endsWith(".js"))).toHaveLength(0);
  await page.clock.runFor(6_000);
  await page.waitForFunction(() => window.isLive);
  const next = page.waitForRequest(/\/cynthia-kenyon\.data/);
  await page.getByRole("link", { name: "Cynthia Kenyon", exact: true }).hover();
  await page.clock.runFor(1_000);
  await next;
});

test("performance: Back finds every page as it was left, its scripts asleep or awake", async ({ site }) => {
  // Playwright's browsers do without what readers' browsers do here.
  const browser = await chromium.launch({
    ...test.info().project.use.launchOptions,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  for (const isAwake of [false, true]) {
    for (const path of PAGES) {
      const page = await browser.newPage({ baseURL: site.url });
      await watchStart(page);
      await page.goto(path, { waitUntil: "networkidle" });
      if (isAwake) await startScripts(page);
      await page.evaluate(() =>
        addEventListener("pageshow", ({ persisted }) =>
          document.documentElement.setAttribute("data-kept", `${persisted}`),
        ),
      );
      await page.goto(path === "/" ? "/submit" : "/", { waitUntil: "load" });
      await page.evaluate(() => history.back()).catch(() => {}); // this page is gone before it could answer
      await expect(page.locator("html"), `${path}, awake: ${isAwake}`).toHaveAttribute("data-kept", "true");
      await page.close();
    }
  }
  await browser.close();
});

/** Makes the page believe that it came over such a line. Call it before `goto`. */
async function pretendLine(page: Page, line: { effectiveType: string; saveData?: boolean }): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, "connection", { configurable: true, value });
  }, line);
}
