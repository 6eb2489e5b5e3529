import type { Page } from "@playwright/test";
import { troublemakers } from "../support/people";
import { type Site, startSite } from "../support/site";
import { expect, expectAccessible, test } from "./full-site";
import { openLive } from "./reader";

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];

test.describe("axe finds nothing, in either scheme, on a phone and on a desk", () => {
  // Each is four examinations, which take their time where the machine has other things to do.
  test.describe.configure({ timeout: 120_000 });
  for (const [row, path] of [
    ["PB02", "/"],
    ["PB05", "/?category=author&page=2"],
    ["PB09", "/directory"],
    ["PB11", "/directory?category=academic&search=ageing"],
    ["PB13", "/directory/clinical-practitioners"],
    ["PR03", "/ada-full"],
    ["PR08", "/html-everywhere"],
    ["PR12", "/ninety-characters"],
  ] as const) {
    test(`${row} ${path}`, async ({ page }) => {
      await page.goto(path);
      await expectAccessibleInAllSizes(page);
    });
  }

  test.describe("where nothing is", () => {
    test.use({ allowedComplaints: [/404/] });
    for (const [row, path] of [
      ["PB24", "/a/b"],
      ["PR02", "/nobody"],
      ["PB16", "/directory/dentists"],
      ["PB06", "/?category=dentists"],
      ["PB12", "/directory?search=xqzvw&category=author"],
    ] as const) {
      test(`${row} ${path}`, async ({ page }) => {
        await page.goto(path);
        await expectAccessibleInAllSizes(page);
      });
    }
  });

  test("PB06 a directory without anyone", async ({ page }) => {
    const site: Site = await startSite({ starter: false });
    for (const path of ["/", "/directory", "/directory/authors"]) {
      await page.goto(site.url + path);
      await expectAccessibleInAllSizes(page);
    }
    await site.stop();
  });

  test("PB21 with the menu, the drawer and a message open", async ({ page }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.setViewportSize(SIZES[1] as (typeof SIZES)[number]);
    await openLive(page, "/ada-full");
    await page.getByRole("button", { name: "Share Profile" }).click();
    await page.locator(".toast").hover();
    await page.locator("header nav[aria-label=Main] summary").press("Enter");
    await expectAccessible(page);
    await page.setViewportSize(SIZES[0] as (typeof SIZES)[number]);
    await page.locator("header summary", { hasText: "Menu" }).click();
    await expectAccessible(page);
  });
});

test.describe("texts of any kind break no layout", () => {
  for (const { slug, name } of troublemakers) {
    test(`PR08 PB18 ${slug} fits a screen of 320 px`, { tag: "@both" }, async ({ page }) => {
      const popups: string[] = [];
      page.on("dialog", (dialog) => {
        popups.push(dialog.message());
        void dialog.dismiss();
      });
      await page.setViewportSize({ width: 320, height: 640 });
      const search = encodeURIComponent(name.slice(0, 90));
      for (const path of [`/${slug}`, `/directory?search=${search}`, `/?search=${search}`]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect([path, await beyondTheEdge(page)]).toEqual([path, []]);
      }
      await page.goto(`/${slug}`);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await beyondTheEdge(page)).toEqual([]);
      expect(popups).toEqual([]);
    });
  }

  test("PR08 a name in another script or from right to left is read in full", { tag: "@both" }, async ({ page }) => {
    await page.goto("/right-to-left");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("د. فاطمة الزهراء بنت محمد");
    await page.goto("/other-scripts");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("山中 伸弥");
    await page.goto("/html-everywhere");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("<script>alert(1)</script>");
    await expect(page.locator("#contribution p")).toContainText("<img src=x onerror=alert(1)>");
  });

  test("PB09 no page needs to be scrolled sideways at 320 px", { tag: "@both" }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of [
      "/",
      "/directory",
      "/directory?category=academic&search=ageing",
      "/directory/authors",
      "/ada-full",
    ]) {
      await page.goto(path);
      expect([path, await beyondTheEdge(page)]).toEqual([path, []]);
    }
  });
});

async function expectAccessibleInAllSizes(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
}

/** What makes the page wider than its window; empty when all of it can be read by scrolling down alone. */
function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = Array.from(document.querySelectorAll("body *")).filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 0 && right > clientWidth + 1;
    });
    return [`${scrollWidth} > ${clientWidth}`, ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))];
  });
}
