import { readdirSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { startSite } from "../support/site";
import { startScripts, watchStart } from "./reader";
import { expect, test } from "./site";

/** The first segments of the pages whose address ends with a secret. */
const FOLDERS_OF_SECRETS = readdirSync("app/routes").flatMap((name) => /\.(\w+)_\.\$token\.tsx$/.exec(name)?.[1] ?? []);

// Nobody has the secrets of these addresses.
test.use({ allowedComplaints: [/status of 404/] });

/** Servers that the end of the test stops, the last one first. */
const servers: { stop(): unknown }[] = [];
test.afterEach(async () => {
  for (const server of servers.splice(0).reverse()) await server.stop();
});

test("PB25 Plausible hears of the loaded page and of every other path, once each", async ({ page }) => {
  const { site, reports } = await siteReportingTo("plausible");
  const paths = () => reports.map(({ body }) => new URL(body.url).pathname);

  await watchStart(page);
  await page.goto(`${site.url}/directory?page=2&utm_source=letter`, { referer: "https://search.example/?q=ageing" });
  await expect.poll(paths).toEqual(["/directory"]);
  expect(reports[0]).toEqual({
    path: "/api/event",
    body: {
      name: "pageview",
      domain: "our-id",
      url: `${site.url}/directory?utm_source=letter`,
      referrer: "https://search.example/",
    },
  });

  await startScripts(page);
  await page.evaluate(() => document.documentElement.setAttribute("data-same-document", ""));
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page).toHaveURL(`${site.url}/directory`);

  const profile = page.locator("main li h3 a").first();
  const address = (await profile.getAttribute("href")) as string;
  await profile.click();
  // The other page of the list is no view of its own, because only its query differs.
  await expect.poll(paths).toEqual(["/directory", address]);
  expect(reports[1]?.body.referrer).toBe(`${site.url}/directory?utm_source=letter`);

  await page.goBack();
  await expect.poll(paths).toEqual(["/directory", address, "/directory"]);
  await expect(page.locator("html"), "no page was loaded anew").toHaveAttribute("data-same-document");
});

test("PB25 a page that comes back from the back/forward cache is one more view", async ({ page }) => {
  const { site, reports } = await siteReportingTo("plausible");
  await page.goto(site.url);
  await expect.poll(() => reports.length).toBe(1);

  // Playwright's browsers keep no such cache, so these are the events it would cause.
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect.poll(() => reports.length).toBe(2);
  await page.evaluate(() => dispatchEvent(new PopStateEvent("popstate")));
  await page.goto(`${site.url}/directory`);
  await expect.poll(() => reports.map(({ body }) => new URL(body.url).pathname)).toEqual(["/", "/", "/directory"]);
});

test("PB25 Umami hears of the page under its own title, also after a navigation", async ({ page }) => {
  const { site, reports } = await siteReportingTo("umami");
  await watchStart(page);
  await page.goto(`${site.url}/?token=secret`);
  await page.evaluate(() => location.assign("/directory"));
  await expect.poll(() => reports.length).toBe(2);
  const siteValues = { website: "our-id", hostname: new URL(site.url).hostname, language: "en-US", screen: "1280x720" };
  expect(reports[1]).toEqual({
    path: "/api/send",
    body: {
      type: "event",
      payload: { ...siteValues, url: "/directory", referrer: "/", title: await page.title() },
    },
  });
  expect(JSON.stringify(reports)).not.toContain("secret");

  await startScripts(page);
  const profile = page.locator("main li h3 a").first();
  const [name, url] = [await profile.textContent(), await profile.getAttribute("href")];
  await profile.click();
  await expect
    .poll(() => reports[2]?.body.payload)
    .toEqual({
      ...siteValues,
      url,
      referrer: "/directory",
      title: expect.stringContaining(name as string),
    });

  reports.length = 0;
  for (const [index, folder] of FOLDERS_OF_SECRETS.entries()) {
    await page.goto(`${site.url}/${folder}/secret`);
    await page.evaluate(() => location.assign("/articles"));
    await expect.poll(() => reports.length).toBe(2 * (index + 1));
  }
  expect(reports.map(({ body: { payload } }) => [payload.referrer, payload.url])).toEqual(
    FOLDERS_OF_SECRETS.flatMap((folder) => [
      [undefined, `/${folder}/`],
      [`/${folder}/`, "/articles"],
    ]),
  );
});

test("PB25 Google's script is loaded, and gets each view by hand", async ({ page }) => {
  const { site, reports } = await siteReportingTo("ga4");
  await watchStart(page);
  await page.goto(`${site.url}/directory`);
  const setEvent = (path: string, referrer: string, title: unknown) => [
    "set",
    { page_location: `${site.url}${path}`, page_referrer: referrer, page_title: title },
  ];
  const firstEvents = [
    ["js", expect.anything()],
    ["config", "our-id", { send_page_view: false, allow_google_signals: false }],
    setEvent("/directory", "", await page.title()),
    ["event", "page_view"],
  ];
  await expect.poll(() => reports.map(({ body }) => body)).toEqual(firstEvents);

  await startScripts(page);
  const profile = page.locator("main li h3 a").first();
  const address = (await profile.getAttribute("href")) as string;
  await profile.click();
  await expect
    .poll(() => reports.map(({ body }) => body))
    .toEqual([...firstEvents, setEvent(address, `${site.url}/directory`, expect.any(String)), ["event", "page_view"]]);
});

test("PB25 readers who ask not to be tracked are not counted", async ({ page, browser }) => {
  const { site, reports } = await siteReportingTo("plausible");
  for (const [name, value] of [
    ["doNotTrack", "1"],
    ["globalPrivacyControl", true],
  ]) {
    const context = await browser.newContext();
    await context.addInitScript(
      ([name, value]) => Object.defineProperty(navigator, name as string, { value }),
      [name, value],
    );
    const askingPage = await context.newPage();
    await watchStart(askingPage);
    await askingPage.goto(`${site.url}/directory?asked=${name}`);
    await startScripts(askingPage);
    await askingPage.locator("main li h3 a").first().click();
    await askingPage.waitForURL((url) => url.pathname !== "/directory");
    await context.close();
  }
  await page.goto(site.url);
  await expect.poll(() => reports.map(({ body }) => new URL(body.url).pathname)).toEqual(["/"]);
});

test("PB25 a site without analytics sends its pages without the script", async ({ request }) => {
  const page = await request.get("/");
  expect(await page.text()).not.toContain("page-views.js");
  expect(page.headers()["content-security-policy"]).toContain("connect-src 'self';");
});

interface Report {
  /** The address that received the report. */
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: another form for each provider
  body: any;
}

/** Starts a site with a local analytics service, and collects the reports to that service, oldest first. */
async function siteReportingTo(provider: string) {
  const reports: Report[] = [];
  const host = await stopAtEnd(startService(reports));
  const env = { ANALYTICS_PROVIDER: provider, ANALYTICS_ID: "our-id", ANALYTICS_HOST: host.url };
  return { site: await stopAtEnd(startSite({ env })), reports };
}

/** Stands in for the service. In Google's place it offers a script that passes on all events. */
async function startService(reports: Report[]) {
  const server = createServer(async (incoming, outgoing) => {
    outgoing.setHeader("Access-Control-Allow-Origin", "*");
    outgoing.setHeader("Access-Control-Allow-Headers", "Content-Type");
    if (incoming.method === "POST") reports.push(await reportIn(incoming));
    const isScript = incoming.url === "/gtag/js?id=our-id";
    outgoing.setHeader("Content-Type", isScript ? "text/javascript" : "application/json");
    outgoing.end(isScript ? GOOGLE : "{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stop: () => server.close() && server.closeAllConnections() };
}

async function reportIn(incoming: IncomingMessage): Promise<Report> {
  return { path: incoming.url ?? "", body: JSON.parse(await text(incoming)) };
}

const GOOGLE = `{
  const { origin } = new URL(document.querySelector('script[src*="/gtag/js"]').src);
  let before = Promise.resolve();
  const pass = (eventArguments) => {
    const body = JSON.stringify(Array.from(eventArguments));
    before = before.then(() => fetch(origin + "/collect", { method: "POST", body }));
  };
  dataLayer.forEach(pass);
  dataLayer.push = pass;
}`;

async function stopAtEnd<T extends { stop(): unknown }>(serverPromise: Promise<T>): Promise<T> {
  const server = await serverPromise;
  servers.push(server);
  return server;
}
