/** A real browser, and what comes to it over the line. */
import { type Browser, type BrowserContextOptions, type CDPSession, chromium, type Page } from "@playwright/test";
import type { Site } from "../../test/support/site";
import { BROWSER_FLAGS, findBrowser } from "../browser.mjs";

/** The public pages that are measured, on the starter directory. */
export const PAGES = {
  home: { path: "/" },
  directory: { path: "/directory" },
  category: { path: "/directory/academic-researchers" },
  profile: { path: "/cynthia-kenyon" },
  article: { path: "/articles/what-the-calerie-trial-measured" },
  submit: { path: "/submit" },
  login: { path: "/login" },
} as const;

/** Starts the browser of the tests. Pages that one leaves are kept for the way back, as browsers of readers do. */
export async function openBrowser(flags: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: await findBrowser(),
    args: [...BROWSER_FLAGS, ...flags],
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
}

const QUIET_MS = 500;

/** Something that came over the line. */
export interface Transfer {
  path: string;
  mimeType: string;
  /** With the head of the answer. */
  bytes: number;
  /** As it was sent, that is compressed. */
  body: number;
}

/** A page of a fresh browser profile with an empty cache, and all that it gets. */
export interface Visit {
  page: Page;
  line: CDPSession;
  transfers: Transfer[];
  scripts(): Transfer[];
  /** Waits until nothing has been on its way for half a second. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Opens an empty page. `encoding`: the only compression the browser says it takes; otherwise it takes what it knows. */
export async function startVisit(
  browser: Browser,
  site: Site,
  { encoding, ...options }: BrowserContextOptions & { encoding?: "gzip" | "br" } = {},
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: site.url, ...options });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  if (encoding) await page.setExtraHTTPHeaders({ "Accept-Encoding": encoding });
  const known = new Map<string, Transfer>();
  const transfers: Transfer[] = [];
  line.on("Network.responseReceived", ({ requestId, response: { url, mimeType, headers } }) => {
    // Every answer of ours says its length; the browser tells only what it made of it.
    const length = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-length")?.[1];
    known.set(requestId, { path: new URL(url).pathname, mimeType, bytes: 0, body: Number(length) });
  });
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const transfer = known.get(requestId);
    if (transfer) transfers.push({ ...transfer, bytes: encodedDataLength });
  });
  let underWay = 0;
  let lastChange = performance.now();
  const count = (change: number) => () => {
    underWay += change;
    lastChange = performance.now();
  };
  page.on("request", count(1)).on("requestfinished", count(-1)).on("requestfailed", count(-1));
  const settled = async () => {
    lastChange = performance.now();
    while (underWay > 0 || performance.now() - lastChange < QUIET_MS)
      await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const scripts = () => transfers.filter(({ path }) => path.endsWith(".js"));
  return { page, line, transfers, scripts, settled, close: () => context.close() };
}

/** Does what a reader's pointer does on its way, and waits until the framework has taken over. */
export async function wake({ page, settled }: Visit): Promise<void> {
  await page.mouse.move(2, 2);
  await page.mouse.move(3, 3);
  await page.waitForFunction(() => Object.keys(document.documentElement).some((key) => key.startsWith("__react")));
  await settled();
}

/** Makes the browser believe that it is on a line of this kind. Call it before `goto`. */
export async function pretendLine(page: Page, line: { effectiveType: string; saveData: boolean }): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, "connection", { configurable: true, value });
  }, line);
}

export function sum(transfers: Transfer[], what: "bytes" | "body"): number {
  return transfers.reduce((total, transfer) => total + transfer[what], 0);
}
