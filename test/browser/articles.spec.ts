/** Tests how readers open articles, on a phone and on a desktop, with scripts and without. */
import { STORED_IMAGE } from "../support/articles";
import { openLive, requestsOf, stopTime, watchLayout } from "./reader";
import { expect, test } from "./site";

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };

test.use({ kind: "full" });

test("PA01 PA02 PA04 D66 readers go from the footer to an article, its parts, its expert and back", {
  tag: "@both",
}, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/directory");
  await page.getByRole("contentinfo").getByRole("link", { name: "Articles" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Articles");
  await expect(page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 3 }).first()).toHaveText(
    "Sleep & <age>: what is known",
  );
  await page
    .getByRole("navigation", { name: "Filter by type" })
    .getByRole("link", { name: "Research Insight" })
    .click();
  await expect(page).toHaveURL(/\/articles\?type=research-insight$/);
  await expect(page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 3 })).toHaveCount(3);
  await page.locator("main [type=search]").fill("sleep");
  await page.locator("main [type=search]").press("Enter");
  await expect(page).toHaveURL(/\/articles\?search=sleep$/);
  await page.getByRole("link", { name: "Sleep & <age>: what is known" }).click();
  await expect(page).toHaveTitle("Sleep & <age>: what is known | Longevity Leaders");

  const contents = page.getByRole("navigation", { name: "On this page" });
  await expect(contents.getByRole("link", { name: "Third part" })).toBeHidden();
  await contents.locator("summary").click();
  await contents.getByRole("link", { name: "Third part" }).click();
  await expect(page).toHaveURL(/#section-third-part$/);
  await expect(page.getByRole("heading", { name: "Third part" })).toBeInViewport();

  await page.getByRole("link", { name: "View Profile: Cynthia Kenyon" }).click();
  await page.locator("#highlights").getByRole("link", { name: "Sleep & <age>: what is known" }).click();
  await page.getByRole("list", { name: "Tags" }).getByRole("link", { name: "sleeping aids" }).click();
  await expect(page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 3 })).toHaveText([
    /Two kinds/,
    /Sleep/,
  ]);
});

test("PA02 on paper an article is its text, with the sources that are folded on the screen", async ({ page }) => {
  await page.goto("/articles/sleep-and-age");
  const source = page.locator(".provenance").getByRole("link", { name: "Sleep 12 (2020)" });
  const addressOf = () => source.evaluate((link) => getComputedStyle(link, "::after").content);
  await expect(source).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(source).toBeVisible();
  expect(await addressOf()).toContain("https://doi.org/10.1016/x");
  for (const part of ["body > header", "body > footer", ".tips"]) {
    await expect(page.locator(part).first()).toBeHidden();
  }
});

test("PA02 an article that scripts open has its headings beside the text and the focus on its title, and sharing works", async ({
  page,
  site,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize(DESKTOP);
  await openLive(page, "/articles");
  await page.getByRole("link", { name: "Sleep & <age>: what is known" }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Sleep & <age>: what is known");
  await expect(heading).toBeFocused();
  const link = page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "First part" });
  const [linkBox, text] = [await link.boundingBox(), await page.locator(".prose").boundingBox()];
  expect((linkBox?.x ?? 0) + (linkBox?.width ?? 0)).toBeLessThan(text?.x ?? 0);
  expect(text?.width).toBeLessThanOrEqual(672);
  await page.getByRole("button", { name: "Share Article" }).click();
  await expect(page.locator(".toast")).toContainText("The address of this article is on the clipboard.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/articles/sleep-and-age`);
});

for (const [row, path] of [
  ["PA01", "/articles"],
  ["PA02", "/articles/sleep-and-age"],
] as const) {
  test(`${row} PB09 ${path} is light, asks nobody else and never jumps`, async ({ page, site }) => {
    for (const viewport of [PHONE, DESKTOP]) {
      const newPage = (await (await page.context().browser()?.newContext({ viewport }))?.newPage()) as typeof page;
      const requests = requestsOf(newPage);
      await watchLayout(newPage);
      await stopTime(newPage);
      await newPage.goto(site.url + path, { waitUntil: "networkidle" });
      const image = newPage.locator("main img").first();
      await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      const requestedPaths = requests.map((request) => request.url().slice(site.url.length));
      // The page, its style sheets, the typeface, and the image in the size that is needed.
      expect([path, requestedPaths.length]).toEqual([path, 5]);
      expect(requestedPaths.filter((address) => address.endsWith(".webp"))).toEqual([
        `/uploads/${STORED_IMAGE}-${viewport === DESKTOP && path !== "/articles" ? "1280x720" : "640"}.webp`,
      ]);
      expect([path, await newPage.evaluate(() => window.layoutShift)]).toEqual([path, 0]);
      const wide = await newPage.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect([path, viewport.width, wide]).toEqual([path, viewport.width, false]);
      await newPage.context().close();
    }
  });
}
