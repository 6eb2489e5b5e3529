/**
 * Checks when scripts load, for the limits of docs/performance.md that need a browser. test/http/public-pages.test.ts checks
 * the sizes of pages.
 */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium, type Page } from "@playwright/test";
import { BROWSER_FLAGS, findBrowser } from "../support/browser";
import { requestsOf, startScripts, waitForPaint, watchLayout, watchStart } from "./reader";
import { expect, test } from "./site";

/** Bytes of a page that one packet of Ethernet carries. */
const PACKET = 1_460;

const PAGES = ["/", "/directory", "/directory/authors", "/cynthia-kenyon", "/articles", "/submit", "/login"];

// All pages have the same start script, so one kind of slow line visits them all.
for (const { paths, ...line } of [
  { effectiveType: "2g", paths: ["/directory"] },
  { effectiveType: "3g", paths: PAGES },
  { effectiveType: "4g", saveData: true, paths: ["/directory"] },
]) {
  test(`performance: on a slow line (${JSON.stringify(line)}) scripts come with a press and nothing is prefetched`, async ({
    page,
  }) => {
    await pretendLine(page, line);
    await page.clock.install();
    await watchStart(page);
    const requests = requestsOf(page);
    const scripts = () => requests.filter((request) => request.url().endsWith(".js"));
    for (const path of paths) {
      await page.goto(path, { waitUntil: "networkidle" });
      await page.mouse.move(200, 200);
      await page.mouse.move(300, 300);
      await page.mouse.wheel(0, 2_000);
      await page.clock.fastForward(60_000);
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
  // The test controls the page's clock after this.
  await page.clock.pauseAt(14_000);
  expect(requests.filter((request) => request.url().endsWith(".js"))).toHaveLength(0);
  await page.clock.runFor(6_000);
  await page.waitForFunction(() => window.isLive);
  const prefetch = page.waitForRequest(/\/cynthia-kenyon\.data/);
  await page.getByRole("link", { name: "Cynthia Kenyon", exact: true }).hover();
  await page.clock.runFor(1_000);
  await prefetch;
});

test("performance: Back finds every page as it was left, with its scripts asleep or awake", async ({ site }) => {
  // Playwright's browsers and the headless shell do without what readers' browsers do here.
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: BROWSER_FLAGS,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  for (const isAwake of [false, true]) {
    for (const path of PAGES) {
      const page = await browser.newPage({ baseURL: site.url });
      await watchStart(page);
      await page.goto(path, { waitUntil: "networkidle" });
      // On a slow machine the network rests before the page has loaded, and browsers keep only a loaded page.
      await page.waitForLoadState("load");
      // Browsers keep no page that still waits for a passkey.
      const options = isAwake && path === "/login" ? page.waitForResponse("/api/auth/passkey") : undefined;
      if (isAwake) await startScripts(page);
      await options;
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

test("performance: nothing jumps while a page arrives in pieces", async ({ page, site }) => {
  // A request without a type is the page itself, which the test answers; all others continue.
  const server = createServer(async ({ url = "/", headers }, response) => {
    if (headers["sec-fetch-dest"] === "document") return server.emit("page", response);
    const answer = await fetch(site.url + url);
    const type = answer.headers.get("Content-Type") ?? "";
    response.writeHead(answer.status, { "Content-Type": type }).end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0);
  const { port } = server.address() as AddressInfo;
  await watchLayout(page);
  for (const path of PAGES) {
    const html = Buffer.from(await (await fetch(site.url + path)).arrayBuffer());
    const pageRequest = once(server, "page") as Promise<[ServerResponse]>;
    const navigation = page.goto(`http://localhost:${port}${path}`, { waitUntil: "commit" });
    const [response] = await pageRequest;
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    // Browsers paint nothing before the body begins.
    const body = html.indexOf("<header");
    response.write(html.subarray(0, body));
    await navigation;
    for (let start = body; start < html.length; start += PACKET) {
      response.write(html.subarray(start, start + PACKET));
      await waitForPaint(page);
    }
    response.end();
    await page.waitForLoadState();
    expect([path, await page.evaluate(() => window.layoutShift)]).toEqual([path, 0]);
  }
  server.closeAllConnections();
  server.close();
});

/** Makes the page believe that it came over such a line. Call it before `goto`. */
async function pretendLine(page: Page, line: { effectiveType: string; saveData?: boolean }): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, "connection", { configurable: true, value });
  }, line);
}
