/** A quick look at a page of the desk: axe on a desk in the light scheme, on a phone in the dark one, and its width. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const PHONE = { width: 360, height: 740 };

/** Fails on anything that axe finds, and when a phone would have to scroll sideways. The page needs its scripts. */
export async function examine(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.emulateMedia({ colorScheme: "light" });
  await expectNothingFound(page);
  await page.setViewportSize(PHONE);
  expect([page.url(), await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([page.url(), 360]);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNothingFound(page);
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}

async function expectNothingFound(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((node) => node.html) }));
  expect(found, `axe, ${page.viewportSize()?.width} px wide`).toEqual([]);
}
