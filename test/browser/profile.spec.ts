import type { Page } from "@playwright/test";
import starters from "../../db/starter/experts.json" with { type: "json" };
import { hold, openLive, requestsOf, scrollPosition, waitForPaint, watchLayout, watchStart } from "./reader";
import { expect, test } from "./site";

test.use({ kind: "full" });

test("PR03 a category badge leads to that category on the home page", async ({ page }) => {
  await page.goto("/ada-full");
  await page.getByRole("list", { name: "Categories" }).getByRole("link", { name: "Authors" }).click();
  await expect(page).toHaveURL(/\/\?category=author$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Authors");
});

test("PR01 PR15 a name in a list leads to the profile, named in its title and heading", async ({ page }) => {
  await page.goto("/directory?search=ada+full");
  await page.getByRole("link", { name: "View Profile: Ada Full" }).click();
  await expect(page).toHaveURL(/\/ada-full$/);
  await expect(page).toHaveTitle("Ada Full | Longevity Leaders");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada Full");
});

test("PR15 a link to another profile changes the title, scrolls smoothly to the top, and focuses the name", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openLive(page, "/cynthia-kenyon");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe("smooth");
  const related = page.locator("#related h3 a").first();
  const name = (await related.textContent()) as string;
  await related.scrollIntoViewIfNeeded();
  await related.click();
  await expect(page).toHaveTitle(`${name} | Longevity Leaders`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(name);
  await expect(heading).toBeFocused();
  await expect.poll(() => scrollPosition(page)).toBe(0);
});

test("PR15 no smooth scrolling for readers who want less motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/cynthia-kenyon");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe("auto");
});

test("PR02 a profile that is on its way shows 'Loading expert profile...'", async ({ page }) => {
  await openLive(page, "/directory?search=sinclair");
  const heldRequest = await hold(page, /\/david-sinclair\.data/);
  await page.locator(".card h3 a").first().click();
  const loading = page.getByRole("status").getByText("Loading expert profile...");
  await expect(loading).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Expert Directory");
  await heldRequest.release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("David Sinclair");
  await expect(loading).toHaveCount(0);
});

test.describe("when the profile cannot be fetched", () => {
  test.use({ allowedComplaints: [/Failed to load resource|Failed to fetch/] });

  test("PR02 'Expert Not Found', and the way back to everyone", async ({ page }) => {
    await openLive(page, "/directory?search=sinclair");
    await page.route(/\/david-sinclair\.data/, (route) => route.abort());
    await page.locator(".card h3 a").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Expert Not Found");
    await page.getByRole("link", { name: "Browse All Experts" }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Global Leaders in Longevity Science");
  });
});

test("PR03 on a phone the first screen of every starter profile shows its first sentence", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const profilesBelow: string[] = [];
  for (const { slug } of starters) {
    await page.goto(`/${slug}`, { waitUntil: "domcontentloaded" });
    const sourceBox = await page.locator("#contribution sup").first().boundingBox();
    if (!sourceBox || sourceBox.y + sourceBox.height > 740) profilesBelow.push(`${slug} ${sourceBox?.y}`);
  }
  expect(profilesBelow).toEqual([]);
});

test("PR08 on a wide screen no source stands on the text of a starter profile", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const overlaps: string[] = [];
  for (const { slug } of starters) {
    await page.goto(`/${slug}`, { waitUntil: "domcontentloaded" });
    const texts = await page.locator(".profile .margin-note:visible").evaluateAll((notes) =>
      notes
        .filter((note) => {
          const column = note.closest("section")?.getBoundingClientRect();
          return note.getBoundingClientRect().left < (column?.right ?? 0);
        })
        .map(({ textContent }) => textContent),
    );
    overlaps.push(...texts.map((text) => `${slug}: ${text}`));
  }
  expect(overlaps).toEqual([]);
});

test("PR08 on a wide screen each source is beside its first reference, and screen readers read it once", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/david-sinclair");
  const notes = page.locator(".profile .margin-note:visible");
  const numbers = (await notes.allTextContents()).map((text) => Number.parseInt(text, 10));
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.length).toBeGreaterThan(4);
  const [note, text] = [await notes.first().boundingBox(), await page.locator(".lead").boundingBox()];
  expect(note?.x).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0));
  await expect(notes.first()).toHaveAttribute("aria-hidden", "true");
  await page.setViewportSize({ width: 1000, height: 900 });
  await expect(notes).toHaveCount(0);
});

test.describe("sharing", () => {
  test("PR05 opens the device's sheet with title, text and address", async ({ page, site }) => {
    await stubShare(page, "works");
    await openLive(page, "/ada-full");
    await page.getByRole("button", { name: "Share Profile" }).click();
    await expect
      .poll(() => page.evaluate(() => window.shared))
      .toEqual([{ title: "Ada Full", text: "Professor of complete records", url: `${site.url}/ada-full` }]);
    await expect(page.locator(".toast")).toHaveCount(0);
  });

  test("PR05 copies the address where there is no such sheet, and says so", async ({ page, site }) => {
    await allowClipboard(page);
    await openLive(page, "/ada-full");
    await page.getByRole("button", { name: "Share Profile" }).click();
    await expect(page.locator(".toast")).toContainText("Link copied");
    await expect(page.getByRole("status").filter({ hasText: "Link copied" }).first()).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/ada-full`);
  });

  test("PR05 works with the very first click, before any script of the page has come", async ({ page, site }) => {
    await allowClipboard(page);
    await watchStart(page);
    const heldRequest = await hold(page, /\/build\/.*\.js/);
    await page.goto("/ada-full", { waitUntil: "domcontentloaded" });
    await waitForPaint(page);
    await page.getByRole("button", { name: "Share Profile" }).click();
    await heldRequest.release();
    await expect(page.locator(".toast")).toContainText("Link copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/ada-full`);
  });

  test("PR05 a share that fails, or that the reader cancels, is only logged", async ({ page }) => {
    const messages: string[] = [];
    page.on("console", (message) => messages.push(message.text()));
    await stubShare(page, "fails");
    await openLive(page, "/ada-full");
    await page.getByRole("button", { name: "Share Profile" }).click();
    await expect.poll(() => messages.join()).toContain("Could not share.");
    await expect(page.locator(".toast")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada Full");
  });

  test("PR05 light pages, on which no script runs, have no such button", async ({ page }) => {
    await page.setExtraHTTPHeaders({ "Save-Data": "on" });
    await page.goto("/ada-full");
    await expect(page.getByRole("button", { name: "Share Profile" })).toBeHidden();
    await page.locator(".identity summary").click();
    await expect(page.getByRole("link", { name: "Search on Perplexity" })).toBeVisible();
  });
});

test.describe("videos", () => {
  test("PR06 PR09 load from their hosts with a click and not before, and only the one clicked", async ({
    page,
    site,
  }) => {
    await stubOtherHosts(page, site.url);
    const requests = requestsOf(page);
    const foreignAddresses = () => requests.map((request) => request.url()).filter((url) => !url.startsWith(site.url));
    await openLive(page, "/ada-full");
    await page.locator("#related, p:has-text('These statements')").last().scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");
    expect(foreignAddresses()).toEqual([]);
    await expect(page.locator("iframe")).toHaveCount(0);

    await page.locator("#interview a.player").click();
    await expect(page.locator("#interview iframe")).toHaveAttribute(
      "src",
      "https://www.youtube-nocookie.com/embed/aaaaaaaaaaa?autoplay=1",
    );
    await expect(page.locator("#interview iframe")).toHaveAttribute("title", "An hour with Ada");
    await expect.poll(foreignAddresses).toEqual(["https://www.youtube-nocookie.com/embed/aaaaaaaaaaa?autoplay=1"]);
    await page.locator("#videos a.player").nth(1).click();
    await expect(page.locator("#videos iframe")).toHaveAttribute(
      "src",
      /^https:\/\/player\.vimeo\.com\/video\/76979871\?/,
    );
    await expect(page.locator("iframe")).toHaveCount(2);
  });

  test("PR06 the player takes the very place of its poster", async ({ page, site }) => {
    await stubOtherHosts(page, site.url);
    await openLive(page, "/ada-full");
    // A click would bring it into view.
    await page.locator("#interview a.player").scrollIntoViewIfNeeded();
    const poster = await page.locator("#interview a.player").boundingBox();
    await page.locator("#interview a.player").click();
    expect(await page.locator("#interview iframe").boundingBox()).toEqual(poster);
  });

  test("PR06 play with the very first click too", async ({ page, site }) => {
    await stubOtherHosts(page, site.url);
    await watchStart(page);
    const heldRequest = await hold(page, /\/build\/.*\.js/);
    await page.goto("/ada-full", { waitUntil: "domcontentloaded" });
    await waitForPaint(page);
    await page.locator("#interview a.player").click();
    await heldRequest.release();
    await expect(page.locator("#interview iframe")).toHaveAttribute("src", /youtube-nocookie/);
    await expect(page).toHaveURL(/\/ada-full$/);
  });

  test("PR06 without scripts are links to their pages", { tag: "@no-scripts" }, async ({ page }) => {
    await page.goto("/ada-full");
    await expect(page.locator("#interview a.player")).toHaveAttribute(
      "href",
      "https://www.youtube.com/watch?v=aaaaaaaaaaa",
    );
    await expect(page.locator("#interview a.player")).toHaveAttribute("target", "_blank");
    await expect(page.locator("iframe")).toHaveCount(0);
  });

  test("PR09 stand in two columns on a wide screen and in one on a phone", async ({ page }) => {
    await page.goto("/ada-full");
    for (const [width, columns] of [
      [1280, 2],
      [360, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const lefts = await page
        .locator("#videos li")
        .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().left));
      expect([width, lefts.length, new Set(lefts).size]).toEqual([width, 4, columns]);
    }
  });
});

test.describe("messages", () => {
  test("PL02 appear one at a time, for 5000 ms", async ({ page }) => {
    await allowClipboard(page);
    await page.clock.install();
    await openLive(page, "/ada-full");
    const share = page.getByRole("button", { name: "Share Profile" });
    const toast = page.locator(".toast");
    await share.click();
    await expect(toast).toBeVisible();
    await share.click();
    await share.click();
    await expect(toast).toHaveCount(1);

    // The test controls the time after this; a message may still be on its way.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    await expect(async () => {
      await page.clock.runFor(6_000);
      await expect(toast).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
    await share.click();
    await expect(toast).toBeVisible();
    await page.clock.runFor(4_900);
    await expect(toast).toHaveCount(1);
    await page.clock.runFor(200);
    await expect(toast).toHaveCount(0);
  });

  test("PL02 F8 moves the focus to them, and the button closes one", async ({ page }) => {
    await allowClipboard(page);
    await openLive(page, "/ada-full");
    await page.getByRole("button", { name: "Share Profile" }).click();
    await expect(page.locator(".toast")).toBeVisible();
    await page.keyboard.press("F8");
    await expect(page.locator(".toasts")).toBeFocused();
    await page.locator(".toast").getByRole("button", { name: "Close" }).click();
    await expect(page.locator(".toast")).toHaveCount(0);
  });

  test("PL02 are swiped away to the right past 50 px, and to no other side", async ({ page }) => {
    await allowClipboard(page);
    await openLive(page, "/ada-full");
    await page.getByRole("button", { name: "Share Profile" }).click();
    const toast = page.locator(".toast");
    await expect(toast).toBeVisible();
    for (const distance of [40, -120]) {
      await swipe(page, distance);
      await expect(toast).toBeVisible();
    }
    await swipe(page, 60);
    await expect(toast).toHaveCount(0);
  });

  test("PL03 hints on buttons come after 700 ms, and at once within 300 ms of the last one", async ({ page }) => {
    await page.goto("/ada-full");
    const share = page.getByRole("button", { name: "Share Profile" });
    const hint = () => share.evaluate((button) => getComputedStyle(button, "::after").visibility);
    const delay = (css: string) =>
      page.locator(".tips").evaluate((tips, name) => getComputedStyle(tips).getPropertyValue(name), css);
    expect(await hint()).toBe("hidden");
    expect([await delay("--wait"), await delay("transition-delay")]).toEqual(["0.7s", "0.3s"]);
    await share.hover();
    const currentDelay = await share.evaluate((button) => getComputedStyle(button, "::after").transitionDelay);
    expect(["0.7s", "0s"]).toContain(currentDelay);
    expect(await delay("transition-delay")).toBe("0.7s");
    await expect.poll(hint).toBe("visible");
    await expect.poll(() => delay("--wait")).toBe("0s");
    await page.mouse.move(5, 700);
    await expect.poll(hint).toBe("hidden");
    await expect.poll(() => delay("--wait")).toBe("0.7s");
    await page.keyboard.press("Tab");
    await share.focus();
    await expect.poll(hint).toBe("visible");
  });
});

test("PR13 on paper a profile is its text", async ({ page }) => {
  await page.goto("/ada-full");
  await page.emulateMedia({ media: "print" });
  for (const part of ["body > header", "body > footer", ".tips", "#related", "#interview .player"]) {
    await expect(page.locator(part).first()).toBeHidden();
  }
  for (const part of ["h1", "#contribution p", "#biography .prose", "#links a", "article > div > p:last-child"]) {
    await expect(page.locator(part).first()).toBeVisible();
  }
  const address = await page
    .locator("#links a")
    .first()
    .evaluate((link) => getComputedStyle(link, "::after").content);
  expect(address).toContain("https://ada.example/");
  // A sheet of paper is as narrow as a tablet.
  await page.setViewportSize({ width: 700, height: 1000 });
  await page.goto("/directory");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Filters", { exact: true })).toBeHidden();
});

test("PR06 nothing jumps while a profile with images loads", async ({ page, javaScriptEnabled }) => {
  if (javaScriptEnabled) await watchLayout(page);
  await page.goto("/ada-full", { waitUntil: "networkidle" });
  if (javaScriptEnabled) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => window.layoutShift)).toBe(0);
  }
  for (const image of await page.locator("main img").all()) {
    const box = await image.boundingBox();
    expect(box?.width).toBeGreaterThan(40);
    expect(box?.height).toBeGreaterThan(40);
  }
});

declare global {
  interface Window {
    shared?: unknown[];
  }
}

async function stubShare(page: Page, how: "works" | "fails"): Promise<void> {
  await page.addInitScript((outcome) => {
    window.shared = [];
    navigator.share = async (data) => {
      if (outcome === "fails") throw new DOMException("Share canceled", "AbortError");
      window.shared?.push(data);
    };
  }, how);
}

async function allowClipboard(page: Page): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
}

/** Answers requests to other hosts with an empty page, so that none leaves this machine. */
async function stubOtherHosts(page: Page, siteUrl: string): Promise<void> {
  await page.route(
    (url) => !url.href.startsWith(siteUrl),
    (route) => route.fulfill({ contentType: "text/html", body: "" }),
  );
}

/** Draws the message sideways with the pointer, by a number of CSS pixels. */
async function swipe(page: Page, distance: number): Promise<void> {
  const box = await page.locator(".toast").boundingBox();
  if (!box) throw new Error("There is no message to swipe.");
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 6; step++) await page.mouse.move(x + (distance * step) / 6, y);
  await page.mouse.up();
}

test("PR14 on phones each entry of the menu More is on one line and within the page", async ({ page }) => {
  for (const width of [320, 360, 412]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/cynthia-kenyon");
    await page.getByText("More", { exact: true }).click();
    const lines = (link: Element) => {
      const text = document.createRange();
      text.selectNodeContents(link);
      return text.getClientRects().length;
    };
    for (const link of await page.locator(".more a").all()) {
      await expect(link).toBeInViewport({ ratio: 1 });
      expect([width, await link.textContent(), await link.evaluate(lines)]).toEqual([width, expect.anything(), 1]);
    }
  }
});
