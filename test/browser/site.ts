/** What every journey imports instead of Playwright's own `test`: a real site, and a browser that must not complain. */
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { type Site, startSite } from "../support/site";

interface TestFixtures {
  /**
   * Complaints of the browser that a test provokes on purpose: `test.use({ allowedComplaints: [/404|refused/] })`.
   * One expression only: Playwright takes a second thing in brackets for settings of its own.
   */
  allowedComplaints: RegExp[];
}

interface WorkerFixtures {
  /** A built site with the starter directory; the tests of one worker share it. */
  site: Site;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ site }, use) => use(site.url),
  allowedComplaints: [[], { option: true }],
  context: async ({ context, allowedComplaints }, use) => {
    const complaints: string[] = [];
    context.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    context.on("weberror", (error) => complaints.push(String(error.error())));
    await use(context);
    const unexpected = complaints.filter((text) => !allowedComplaints.some((allowed) => allowed.test(text)));
    expect(unexpected, "errors and warnings in the browser").toEqual([]);
  },
});

export { expect };

/** Fails on anything that axe finds on the page as it is now, in the light and in the dark scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  const examined = test.info().project.use.javaScriptEnabled === false ? await copyForScripts(page) : page;
  for (const colorScheme of ["light", "dark"] as const) {
    await examined.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page: examined }).analyze();
    const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((node) => node.html) }));
    expect(found, `axe, ${colorScheme} scheme`).toEqual([]);
  }
  if (examined === page) await page.emulateMedia({ colorScheme: null });
  else await examined.context().close();
}

/** Axe is a script itself. It gets the same document at the same address, in which no script but axe may run. */
async function copyForScripts(page: Page): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error("This page has no browser of its own.");
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: true, storageState, viewport: page.viewportSize() });
  const copy = await context.newPage();
  const document = {
    body: await page.content(),
    contentType: "text/html; charset=utf-8",
    headers: { "Content-Security-Policy": "script-src 'none'" },
  };
  await copy.route(page.url(), (route) => route.fulfill(document), { times: 1 });
  await copy.goto(page.url());
  return copy;
}
