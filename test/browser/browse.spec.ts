import { devices } from "@playwright/test";
import { categories } from "../../app/models/records/listings/categories";
import {
  hold,
  openLive,
  requestsOf,
  scrollPosition,
  startScripts,
  stopTime,
  waitForPaint,
  watchLayout,
  watchStart,
} from "./reader";
import { expect, expectAccessible, test } from "./site";

const PHONE = { width: 360, height: 740 };

test.describe("home", () => {
  test("PB01 Explore Leaders leads down to the experts", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Global Leaders in Longevity Science");
    await page.getByRole("link", { name: "Explore Leaders" }).click();
    await expect(page).toHaveURL(/#experts$/);
    await expect.poll(() => topOf(page.locator("#experts"))).toBeLessThan(30);
  });

  test("PB08 PB20 Enter searches with the trimmed text, and nothing at all with a blank one", { tag: "@both" }, async ({
    page,
  }) => {
    await page.goto("/");
    const box = page.getByPlaceholder("Search experts or contributions...");
    await box.fill("   ");
    await box.press("Enter");
    await expect(page).toHaveURL(/\/$/);
    await expect(page.locator("main .list-head h3")).toContainText("Featured Experts");

    await box.fill("  sinclair ");
    await box.press("Enter");
    // A form without scripts sends what was typed; the server trims it.
    await expect(page).toHaveURL(/\/\?search=\+*sinclair\+*$/);
    await expect(page.locator("#experts .card h3").first()).toHaveText("David Sinclair");
    await expect(page.locator("#experts .card mark").first()).toHaveText("Sinclair");
    await expect(box).toHaveValue("sinclair");
  });

  test("PB03 PB08 the dropdown filters the list, and All Categories shows everyone again", { tag: "@both" }, async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.goto("/");
    const dropdown = page.getByLabel("Category", { exact: true });
    const choose = async (label: string) => {
      await dropdown.selectOption({ label });
      // Without scripts the browser sends a choice like any form.
      if (!javaScriptEnabled) await page.getByRole("button", { name: "Search" }).click();
    };
    await choose("Podcasters & Media");
    await expect(page).toHaveURL(/\/\?category=podcaster_media$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Podcasters & Media (6)");
    await expect(page.locator("#experts .card")).toHaveCount(6);
    await choose("All Categories");
    await expect(page).toHaveURL(/\/$/);
    await expect(page.locator("main .list-head h3")).toContainText("Featured Experts");
  });

  test("PB04 Load More adds a page, says Loading... meanwhile, and stays where it is", async ({ page }) => {
    // The page loads no further cards by itself after this.
    await openLive(page, "/?page=3");
    const names = page.locator("#experts .card h3");
    const namesBefore = await names.allTextContents();
    const heldRequest = await hold(page, /\/_root\.data\?page=4/);
    const loadMoreLink = page.locator(".load-more a");
    await expect(loadMoreLink).toHaveText("Load More Experts");
    await loadMoreLink.focus();
    const place = await scrollPosition(page);
    await loadMoreLink.press("Enter");
    await expect(loadMoreLink).toHaveText("Loading...");
    expect(await names.allTextContents()).toEqual(namesBefore);
    await expect(page.locator(".card.skeleton")).toHaveCount(12);
    await heldRequest.release();
    await expect(page).toHaveURL(/\/\?page=4$/);
    await expect(page.locator(".card.skeleton")).toHaveCount(0);
    const namesAfter = await names.allTextContents();
    expect(namesAfter.slice(0, namesBefore.length)).toEqual(namesBefore);
    expect(namesAfter).toHaveLength(48);
    expect(new Set(namesAfter).size).toBe(48);
    await expect(loadMoreLink).toHaveCount(0);
    expect(await scrollPosition(page)).toBe(place);
  });

  test("PB04 scrolling to the bottom loads up to page 3; then only the button loads more, so that the footer can be reached", async ({
    page,
  }) => {
    await openLive(page, "/");
    await scrollToPage3(page);
    await page.locator("body > footer").scrollIntoViewIfNeeded();
    await page.locator(".load-more").scrollIntoViewIfNeeded();
    await waitForPaint(page);
    await expect(page).toHaveURL(/\/$/);
    await page.locator(".load-more a").click();
    await expect(page).toHaveURL(/[?]page=4$/);
    await expect(page.locator(".load-more")).toHaveCount(0);
    const slugs = await page
      .locator("#experts .card h3 a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(new Set(slugs).size).toBe(48);
    expect(slugs).toHaveLength(48);
  });

  test("PB04 without scripts Load More leads to a page with more of the list", { tag: "@no-scripts" }, async ({
    page,
  }) => {
    await page.goto("/");
    const countBefore = await page.locator("#experts .card").count();
    await page.getByRole("link", { name: "Load More Experts" }).click();
    await expect(page).toHaveURL(/[?]page=2$/);
    expect(await page.locator("#experts .card").count()).toBeGreaterThan(countBefore);
  });

  test("PB07 twelve skeleton cards of the real size stand for a list that is on its way", async ({ page }) => {
    await openLive(page, "/");
    const realBox = await page.locator(".card").first().boundingBox();
    const heldRequest = await hold(page, /\/_root\.data\?category=author/);
    await page.getByLabel("Category", { exact: true }).selectOption("author");
    await expect(page.locator(".card.skeleton")).toHaveCount(12);
    await expect(page.locator(".card:not(.skeleton)")).toHaveCount(0);
    const skeletonBox = await page.locator(".card.skeleton").first().boundingBox();
    expect(skeletonBox?.width).toBe(realBox?.width);
    await heldRequest.release();
    await expect(page.locator(".card.skeleton")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Authors (12 of 17)");
  });

  test("PB06 an empty category has a link back to everyone", async ({ page }) => {
    await page.goto("/?category=dentists");
    await expect(page.getByText("No experts found in this category.")).toBeVisible();
    await page.getByRole("link", { name: "View all experts", exact: true }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.locator("#experts .card").first()).toBeVisible();
  });
});

test.describe("directory", () => {
  test("PB09 on a phone the first screen has the search, one button with all filters, and the first person", {
    tag: "@both",
  }, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/directory?topic=telomere-biology&category=author");
    const filters = page.locator("summary", { hasText: "Filters" });
    await expect(filters).toHaveText("Filters2");
    for (const visiblePart of [
      page.locator("main [type=search]"),
      filters,
      page.locator("#found"),
      page.locator(".card h3").first(),
    ])
      await expect(visiblePart).toBeInViewport({ ratio: 1 });
    for (const foldedControl of [page.getByLabel("Category", { exact: true }), page.locator("#narrow legend").first()])
      await expect(foldedControl).toBeHidden();
    await filters.click();
    await expect(page.getByLabel("Category", { exact: true })).toBeVisible();
    await expect(page.locator("#narrow legend")).toHaveText(["Topic", "Living or historical"]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("/directory");
    await expect(filters).toBeHidden();
    await page.mouse.wheel(0, 600);
    await expect.poll(() => scrollPosition(page)).toBeGreaterThan(500);
    for (const visibleControl of [
      page.locator("main [type=search]"),
      page.getByLabel("Sort by"),
      page.locator("#narrow legend").first(),
    ])
      await expect(visibleControl).toBeInViewport();
  });

  test("PB09 PB10 PB11 search and category narrow the list, start at page 1 and stand alone in the address", async ({
    page,
  }) => {
    await page.goto("/directory?page=2");
    await page.getByLabel("Category", { exact: true }).selectOption("academic");
    await expect(page).toHaveURL(/\/directory\?category=academic$/);
    await expect(page.locator("#found")).toHaveText("20 Experts Found");

    const box = page.locator("main [type=search]");
    await box.fill("telomere");
    await box.press("Enter");
    await expect(page).toHaveURL(/\/directory\?(category=academic&search=telomere|search=telomere&category=academic)$/);
    await expect(page.locator("#found")).toHaveText(/^\d Experts? Found$/);
    await expect(page.getByLabel("Category", { exact: true })).toHaveValue("academic");

    await page.getByRole("link", { name: "Remove the search telomere" }).click();
    await expect(page).toHaveURL(/\/directory\?category=academic$/);
    await expect(box).toHaveValue("");
    await page.getByLabel("Category", { exact: true }).selectOption("all");
    await expect(page).toHaveURL(/\/directory$/);
    await expect(page.getByLabel("Category", { exact: true })).toHaveValue("all");
    await expect(page.locator("#found")).toHaveText("48 Experts Found");
  });

  test("PB10 a filter replaces the address: Back leaves the directory", async ({ page }) => {
    await openLive(page, "/");
    await page.getByRole("link", { name: "View All Experts" }).click();
    await expect(page).toHaveURL(/\/directory$/);
    await page.getByLabel("Category", { exact: true }).selectOption("author");
    await expect(page).toHaveURL(/category=author$/);
    await page.locator("main [type=search]").fill("book");
    await page.locator("main [type=search]").press("Enter");
    await expect(page).toHaveURL(/search=book$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
  });

  test("PB10 text that is typed while a list loads stays, and so does the focus", async ({ page }) => {
    await openLive(page, "/directory");
    const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>();
    await page.route(/\.data\?/, async (route) => {
      await mayLoad;
      await route.continue();
    });
    await page.getByLabel("Category", { exact: true }).selectOption("author");
    const box = page.locator("main [type=search]");
    await box.pressSequentially("bo");
    load();
    await expect(page).toHaveURL(/category=author$/);
    await expect(page.locator("#found")).not.toHaveText("48 Experts Found");
    await expect(box).toBeFocused();
    await box.pressSequentially("ok");
    await expect(box).toHaveValue("book");
    await box.press("Enter");
    await expect(page).toHaveURL(/search=book$/);
    await page.goBack();
    await page.goForward();
    await expect(box).toHaveValue("book");
  });

  test("PB11 country and topic filters work together with the category filter, and the list can be sorted", {
    tag: "@both",
  }, async ({ page, javaScriptEnabled }) => {
    await page.goto("/directory?category=academic");
    const countries = page.getByRole("group", { name: "Country" });
    const country = countries.getByRole("checkbox", { name: /^United Kingdom/ });
    const topic = page.getByRole("group", { name: "Topic" }).getByRole("checkbox").first();
    // The next page may load before the box could be checked, so the address shows what is chosen.
    const toggle = async (box: typeof topic) => {
      await box.click();
      // Without scripts the browser sends the boxes like any form.
      if (!javaScriptEnabled) await page.getByRole("button", { name: "Show these people" }).click();
    };
    const label = (await countries.locator("label", { hasText: "United Kingdom" }).textContent()) ?? "";
    await toggle(country);
    const expectAddress = async (expectedTexts: Record<string, RegExp>) => {
      await expect
        .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
        .toEqual(
          Object.fromEntries(
            Object.entries(expectedTexts).map(([name, value]) => [name, expect.stringMatching(value)]),
          ),
        );
    };
    await expectAddress({ category: /^academic$/, country: /^GB$/i });
    await expect(page.locator("#found")).toHaveText(new RegExp(`^${label.match(/\d+$/)} Experts? Found$`));
    await toggle(topic);
    await expectAddress({ category: /^academic$/, topic: /^[\w-]+$/, country: /^GB$/i });
    await expect(page.locator("#narrow :checked")).toHaveCount(2);
    await page.getByLabel("Sort by").selectOption("name");
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/sort=name/);
    await toggle(topic);
    await expectAddress({ category: /^academic$/, sort: /^name$/, country: /^GB$/i });
    await toggle(country);
    await expectAddress({ category: /^academic$/, sort: /^name$/ });
  });

  test("PB08 people, topics and articles are suggested during typing, and are chosen by arrow keys or pointer", async ({
    page,
  }) => {
    await openLive(page, "/directory");
    const requests = requestsOf(page);
    const box = page.locator("main [type=search]");
    await box.pressSequentially("sincl");
    const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
    await expect(options).toHaveText([/^David Sinclair/]);
    expect(requests.filter((request) => request.url().includes("search-suggestions"))).toHaveLength(1);
    await expect(box).toHaveAttribute("aria-expanded", "true");
    await expectAccessible(page);
    await box.press("Escape");
    await expect(options).toHaveCount(0);
    await expect(box).toHaveValue("sincl");
    await box.pressSequentially("a");
    await expect(options).toHaveCount(1);
    await box.press("ArrowDown");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await expect(box).toHaveAttribute("aria-activedescendant", (await options.first().getAttribute("id")) as string);
    await box.press("Enter");
    await expect(page).toHaveURL(/\/david-sinclair$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("David Sinclair");
    await page.goBack();
    await box.pressSequentially("kenyon");
    await page.getByRole("option", { name: /Cynthia Kenyon/ }).click();
    await expect(page).toHaveURL(/\/cynthia-kenyon$/);
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText("Cynthia Kenyon");
    await page.goBack();
    await expect(title).toHaveText("Expert Directory");
    await box.fill("frail");
    await page.getByRole("option", { name: /^Frailty Topic: / }).click();
    await expect(page).toHaveURL(/\/topics\/frailty$/);
    await expect(title).toHaveText(/Frailty/);
    await page.goBack();
    await expect(title).toHaveText("Expert Directory");
    // The list of another institution opens in the same page.
    await box.fill("harvard");
    await page
      .getByRole("option", { name: /Institution: / })
      .first()
      .click();
    await expect(page).toHaveURL(/\/directory\?/);
    await expect(options).toHaveCount(0);
    await expect(box).toHaveValue(new URL(page.url()).searchParams.get("search") ?? "");
    await page.goto(`${new URL(page.url()).origin}/directory`);
    await box.fill("CALERIE");
    await page.getByRole("option", { name: /CALERIE trial.* Article$/ }).click();
    await expect(page).toHaveURL(/\/articles\/.*calerie/);
    // The search of articles suggests nothing.
    await openLive(page, "/articles");
    const requestsOfArticles = requestsOf(page);
    await box.pressSequentially("cal");
    await box.press("Enter");
    await expect(page).toHaveURL(/\/articles\?search=cal$/);
    expect(requestsOfArticles.filter((request) => /search-suggestions|offers/.test(request.url()))).toEqual([]);
  });

  test("PB08 a late answer for a former text does not replace the suggestions", async ({ page }) => {
    const heldRequest = await hold(page, /api\/offers\?q=sincl$/);
    await openLive(page, "/directory");
    const box = page.locator("main [type=search]");
    const lateRequest = page.waitForRequest(/api\/offers\?q=sincl$/);
    await box.fill("sincl");
    await lateRequest;
    await box.fill("kenyon");
    const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
    await expect(options.first()).toHaveText(/^Cynthia Kenyon/);
    const lateAnswer = page.waitForResponse(/api\/offers\?q=sincl$/);
    await heldRequest.release();
    await (await lateAnswer).finished();
    await waitForPaint(page);
    await expect(options.first()).toHaveText(/^Cynthia Kenyon/);
  });

  test("PB11 PB14 Next, numbers and Previous change the page, which starts at its top", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/directory");
    const pages = page.getByRole("navigation", { name: "Pages" });
    await expect(pages.locator("[aria-disabled]")).toHaveText("Previous");
    const firstNames = await page.locator(".card h3").allTextContents();

    await pages.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(/[?]page=2$/);
    await expect(page.getByText("Page 2 of 2")).toBeVisible();
    await expect(pages.locator("[aria-current=page]")).toHaveText("2");
    await expect(pages.locator("[aria-disabled]")).toHaveText("Next");
    await expect.poll(() => scrollPosition(page)).toBe(0);
    const secondNames = await page.locator(".card h3").allTextContents();
    expect(secondNames.filter((name) => firstNames.includes(name))).toEqual([]);

    await pages.getByRole("link", { name: "Page 1" }).click();
    await expect(page).toHaveURL(/\/directory$/);
    await expect.poll(() => scrollPosition(page)).toBe(0);
    expect(await page.locator(".card h3").allTextContents()).toEqual(firstNames);
  });

  test("PB12 PB07 a list that is on its way shows 'Loading directory...' and skeletons", async ({ page }) => {
    for (const [address, choose] of [
      ["/directory", () => page.getByLabel("Category", { exact: true }).selectOption("clinician")],
      [
        "/directory/academic-researchers?search=a",
        () =>
          page
            .locator("main [type=search]")
            .fill("ageing")
            .then(() => page.getByRole("button", { name: "Only in Academic Researchers" }).click()),
      ],
    ] as const) {
      await openLive(page, address);
      const heldRequest = await hold(page, /\.data\?(category=clinician|search=ageing)/);
      await choose();
      await expect(page.locator("#found")).toHaveText("Loading directory...");
      await expect(page.locator("#found").locator("xpath=..")).toHaveAttribute("aria-live", "polite");
      await expect(page.locator(".card.skeleton")).toHaveCount(12);
      await heldRequest.release();
      await expect(page.locator("#found")).toHaveText(/^\d+ experts? found$/i);
      await expect(page.locator(".card.skeleton")).toHaveCount(0);
    }
  });

  test("PB12 Clear Filters shows everyone again", async ({ page }) => {
    await openLive(page, "/directory?search=xqzvw&category=author&sort=newest");
    await expect(page.locator("#found")).toHaveText("0 Experts Found");
    await page.getByRole("link", { name: "Clear Filters" }).click();
    await expect(page).toHaveURL(/\/directory$/);
    await expect(page.locator("#found")).toHaveText("48 Experts Found");
    await expect(page.locator("main [type=search]")).toHaveValue("");
    await expect(page.getByLabel("Category", { exact: true })).toHaveValue("all");
    await expect(page.getByLabel("Sort by")).toHaveValue("");
  });

  test("PB13 a category page switches to another, and its search stays within it on request", async ({ page }) => {
    await page.goto("/directory/authors");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Authors");
    await page
      .getByRole("navigation", { name: "Switch category" })
      .getByRole("link", { name: /^Clinical/ })
      .click();
    await expect(page).toHaveURL(/\/directory\/clinical-practitioners$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Clinical Practitioners");
    await expect(page.locator("#found")).toHaveText("8 experts found");
    await page.locator("main [type=search]").fill("barzilai");
    await page.getByRole("button", { name: "Only in Clinical Practitioners" }).click();
    await expect(page).toHaveURL(/\/directory\/clinical-practitioners\?search=barzilai$/);
    await expect(page.locator("#found")).toHaveText("1 expert found");
  });

  test("PB09 at no width does a number break or is a label cut, and header, list and footer share their edges", async ({
    page,
  }) => {
    for (const path of ["/", "/directory?narrow", "/directory/authors", "/topics", "/articles"]) {
      await page.goto(path);
      for (const width of [320, 480, 768, 1000, 1100, 1280, 1440, 1600, 1920, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        const faultsFound = await page.evaluate(() => {
          const faults: string[] = [];
          // Simulates the counts of a directory with many people.
          for (const number of document.querySelectorAll(".filters small, .fields-ring li span, .fields > li > span")) {
            number.textContent = "123,456+";
            const box = number.getBoundingClientRect();
            if (box.height === 0) continue;
            const line = Number.parseFloat(getComputedStyle(number).lineHeight) || box.height;
            if (box.height > line * 1.5) faults.push(`${number.parentElement?.textContent} breaks`);
            const row = number.parentElement?.getBoundingClientRect();
            if (row && box.right > row.right + 1) faults.push(`${number.parentElement?.textContent} is cut`);
          }
          const insides = ["body > header > div", "main", "body > footer > div"].map((part) => {
            const element = document.querySelector(part) as HTMLElement;
            const { left, right } = element.getBoundingClientRect();
            const { paddingLeft, paddingRight } = getComputedStyle(element);
            return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)].map(Math.round);
          });
          if (new Set(insides.map(String)).size > 1) faults.push(`edges ${JSON.stringify(insides)}`);
          if (document.documentElement.scrollWidth > window.innerWidth) faults.push("scrolls sideways");
          const groups = [...document.querySelectorAll("body > footer nav")].map(
            (nav) => nav.getBoundingClientRect().top,
          );
          if (window.innerWidth >= 768 && new Set(groups).size > 1) faults.push(`footer in rows: ${groups}`);
          return faults;
        });
        expect([path, width, faultsFound]).toEqual([path, width, []]);
      }
    }
  });

  test("PB09 the list has one to four columns, by the width of the window", async ({ page }) => {
    await page.goto("/directory");
    for (const [width, columns] of [
      [320, 1],
      [560, 1],
      [620, 2],
      [1000, 3],
      [1280, 3],
      [1600, 4],
      [2400, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const lefts = await page
        .locator(".card")
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().left));
      expect([width, new Set(lefts).size]).toEqual([width, columns]);
    }
  });

  for (const reducedMotion of ["no-preference", "reduce"] as const)
    test(`PB18 with scripts a view transition joins a card and its profile, with ${reducedMotion === "reduce" ? "reduced motion nothing moves" : "face and name"}`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion });
      await page.addInitScript(() => {
        const start = document.startViewTransition?.bind(document);
        document.startViewTransition = (update) => {
          const transitionNames = [...document.querySelectorAll(".card *")].map(
            (element) => getComputedStyle(element).viewTransitionName,
          );
          document.documentElement.dataset.moved = transitionNames.filter((name) => name !== "none").join(" ");
          return start(update);
        };
      });
      await openLive(page, "/directory");
      const link = page.locator(".card h3 a").first();
      const name = await link.innerText();
      await link.click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      const movedNames = await page.locator("html").getAttribute("data-moved");
      expect(movedNames).toBe(reducedMotion === "reduce" ? null : "face name");
    });

  test("PB18 a card shows at most two lines of name and title and three of the contribution", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    await page.goto("/directory");
    const lines = await page.evaluate(() => {
      const [card] = document.querySelectorAll(".card");
      return ["h3", "p", "p + p"].map((selector) => {
        const part = card?.querySelector(selector) as HTMLElement;
        (part.querySelector("a") ?? part).textContent = "many words ".repeat(60);
        const style = getComputedStyle(part);
        return Math.round(part.getBoundingClientRect().height / Number.parseFloat(style.lineHeight));
      });
    });
    expect(lines).toEqual([2, 2, 3]);
  });
});

test.describe("a list that cannot be fetched", () => {
  test.use({ allowedComplaints: [/Failed to load resource|Failed to fetch/] });

  test("PB04 without a network the list stays, and grows as soon as there is one", async ({ page }) => {
    await openLive(page, "/");
    const cards = page.locator("#experts .card");
    await page.context().setOffline(true);
    const failure = page.waitForEvent("requestfailed", (request) => /\.data\?/.test(request.url()));
    await page.locator("body > footer").scrollIntoViewIfNeeded();
    await failure;
    const count = await cards.count();
    expect(count).toBeGreaterThan(0);
    await page.context().setOffline(false);
    await expect.poll(() => cards.count()).toBeGreaterThan(count);
  });

  test("PB30 PB29 shows 'Failed to fetch experts' with a way to retry, and does not retry by itself", async ({
    page,
  }) => {
    for (const address of ["/", "/directory", "/directory/authors"]) {
      await openLive(page, address);
      let tries = 0;
      await page.route(/\.data\?/, (route) => {
        tries++;
        return route.abort();
      });
      await page.locator("main [type=search]").first().fill("ageing");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Failed to fetch experts");
      await expect(page.getByRole("alert")).toContainText("try again");
      await expect(page.locator("body > header")).toBeVisible();
      expect(tries, "no retries").toBe(1);
      await page.unroute(/\.data\?/);
      await page.getByRole("link", { name: "Try again" }).click();
      await expect(page.locator("main [type=search]").first()).toHaveValue("ageing");
      await expect(page.locator(".card").first()).toBeVisible();
    }
  });
});

test.describe("moving about", () => {
  test("PB23 every other page starts at its top, with the focus on its heading", async ({ page }) => {
    await openLive(page, "/directory");
    const link = page.getByRole("contentinfo").getByRole("link", { name: "Authors" });
    await link.scrollIntoViewIfNeeded();
    expect(await scrollPosition(page)).toBeGreaterThan(200);
    await link.click();
    await expect(page).toHaveURL(/\/directory\/authors$/);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText("Authors");
    await expect(heading).toBeFocused();
    expect(await scrollPosition(page)).toBe(0);
    await expect(page).toHaveTitle(/^Authors/);
  });

  test("PB23 without scripts another page starts at its top, too", { tag: "@no-scripts" }, async ({ page }) => {
    await page.goto("/directory");
    await page.getByRole("contentinfo").getByRole("link", { name: "Authors" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Authors");
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  });

  test("PB23 Back returns to the same place of the same list", async ({ page }) => {
    await openLive(page, "/");
    await scrollToPage3(page);
    const names = await page.locator("#experts .card h3").allTextContents();
    const card = page.locator("#experts .card:not(.skeleton) h3 a").nth(names.length - 2);
    await card.scrollIntoViewIfNeeded();
    const place = await scrollPosition(page);
    await card.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(names.at(-2) as string);
    expect(await scrollPosition(page)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.locator("#experts .card h3")).toHaveText(names);
    await expect.poll(() => scrollPosition(page)).toBe(place);
  });

  test("PB29 a list that is still fresh is not asked for again, nor when the window gets the focus back", async ({
    page,
    site,
  }) => {
    const requestCount = (path: string) =>
      site.logs().filter((line) => line.msg === "request" && line.path === path).length;
    await openLive(page, "/cynthia-kenyon");
    const countsBefore = [requestCount("/directory.data"), requestCount("/directory/authors.data")];
    const nav = page.getByRole("contentinfo");
    for (let round = 0; round < 2; round++) {
      await nav.getByRole("link", { name: "Full Directory" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Expert Directory");
      await nav.getByRole("link", { name: "Authors" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Authors");
    }
    expect([requestCount("/directory.data"), requestCount("/directory/authors.data")]).toEqual(
      countsBefore.map((count) => count + 1),
    );
    const requests = requestsOf(page);
    await page.evaluate(() => {
      for (const event of ["focus", "online"]) window.dispatchEvent(new Event(event));
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await nav.getByRole("link", { name: "Full Directory" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Expert Directory");
    expect(requests.filter((request) => request.url().includes("authors"))).toEqual([]);
  });

  test.describe("at an unknown address", () => {
    test.use({ allowedComplaints: [/404/] });
    test("PB24 PR02 the 404 screens lead back", async ({ page }) => {
      await page.goto("/a/b/c");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("404 Page Not Found");
      await page.getByRole("link", { name: "Return to the home page" }).click();
      await expect(page).toHaveURL(/\/$/);
      await page.goto("/nobody");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Expert Not Found");
      await page.getByRole("link", { name: "Browse All Experts" }).click();
      await expect(page).toHaveURL(/\/$/);
      await page.goto("/directory/dentists");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unknown Category");
      await page.getByRole("link", { name: "Browse All Categories" }).click();
      await expect(page).toHaveURL(/\/directory$/);
    });
  });
});

test.describe("header", () => {
  test("PB21 the Expert Directory menu opens and closes by keyboard", async ({ page }) => {
    await openLive(page, "/");
    const openerButton = page.locator("header nav[aria-label=Main] summary");
    await openerButton.focus();
    await page.keyboard.press("Enter");
    const menu = page.locator(".fields-menu");
    await expect(menu).toHaveAttribute("open", "");
    await expect(menu.getByRole("link")).toHaveText(["All Experts", ...categories.map(({ label }) => label)]);
    await page.keyboard.press("Tab");
    await expect(menu.getByRole("link", { name: "All Experts" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).not.toHaveAttribute("open");
    await expect(openerButton).toBeFocused();

    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/directory\/academic-researchers$/);
    // The address changes first; then the new page takes the focus, which closes a menu.
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(menu).not.toHaveAttribute("open");
    await openerButton.click();
    await expect(menu).toHaveAttribute("open", "");
    await page.getByRole("heading", { level: 1 }).click();
    await expect(menu).not.toHaveAttribute("open");
  });

  test("PB21 on a phone the same items are in a drawer", { tag: "@both" }, async ({ page, javaScriptEnabled }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/directory");
    await expect(page.locator("header nav[aria-label=Main]")).toBeHidden();
    const openerButton = page.locator("header summary", { hasText: "Menu" });
    await openerButton.click();
    const drawer = page.getByRole("navigation", { name: "Menu" });
    const fields = ["All Experts", ...categories.map(({ label }) => label)];
    await expect(drawer.getByRole("link")).toHaveText([...fields, "Articles", "Submit Expert", "Sign In", "Sign Up"]);
    for (const link of await drawer.getByRole("link").all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(36);
    if (javaScriptEnabled) {
      await startScriptsOf(page);
      await page.keyboard.press("Escape");
    } else {
      await openerButton.click();
    }
    await expect(drawer).toBeHidden();
    await expect(openerButton).toBeFocused();
    await openerButton.click();
    await drawer.getByRole("link", { name: "Authors", exact: true }).click();
    await expect(page).toHaveURL(/\/directory\/authors$/);
    await expect(drawer).toBeHidden();
  });

  test("PL03 a pointer that rests 100 ms on the menu opens it", async ({ page }) => {
    await page.goto("/directory");
    const list = page.locator(".fields-menu ul");
    await expect(list).toBeHidden();
    await page.locator(".fields-menu summary").hover();
    await expect(list).toBeVisible();
    const delay = await page
      .locator(".fields-menu")
      .evaluate((menu) => getComputedStyle(menu, "::details-content").transitionDelay);
    expect(delay).toBe("0.1s");
    await list.getByRole("link", { name: "Authors" }).hover();
    await expect(list).toBeVisible();
    await page.mouse.move(5, 600);
    await expect(list).toBeHidden();
  });

  test("PB08 the / key moves the focus to the search box, and types a slash within a field", async ({ page }) => {
    await openLive(page, "/directory");
    const box = page.locator("main [type=search]");
    await page.keyboard.press("/");
    await expect(box).toBeFocused();
    await expect(box).toHaveValue("");
    await page.keyboard.type("a/b");
    await expect(box).toHaveValue("a/b");
  });

  test("PB08 the / key counts at its first press, and nothing typed while scripts come is lost", async ({ page }) => {
    await watchStart(page);
    for (const path of ["/", "/directory", "/articles"]) {
      const heldRequest = await hold(page, /\/build\/.*\.js/);
      await page.goto(path, { waitUntil: "domcontentloaded" });
      await waitForPaint(page);
      await page.keyboard.press("/");
      const box = page.locator("main [type=search]");
      await expect(box).toBeFocused();
      await page.keyboard.type("tel");
      await heldRequest.release();
      await page.waitForFunction(() => window.isLive);
      await page.keyboard.type("omere");
      await expect(box).toHaveValue("telomere");
      await expect(box).toBeFocused();
    }
  });

  test("PB21 the first Tab leads past the header", async ({ page }) => {
    await page.goto("/directory");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/#main$/);
  });
});

test.describe("the reader's preferences", () => {
  test("PB22 the colours follow the system until a reader chooses, for good", { tag: "@both" }, async ({ page }) => {
    const paperColour = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/directory?category=author");
    const darkPaper = await paperColour();
    await page.emulateMedia({ colorScheme: "light" });
    const lightPaper = await paperColour();
    expect(darkPaper).not.toBe(lightPaper);

    const colours = page.getByRole("group", { name: "Colours" });
    await colours.getByRole("button", { name: "Dark" }).click();
    await expect(colours.getByRole("button", { name: "Dark" })).toHaveAttribute("aria-pressed", "true");
    await expect(page).toHaveURL(/\/directory\?category=author$/);
    expect(await paperColour()).toBe(darkPaper);
    await page.goto("/");
    expect(await paperColour()).toBe(darkPaper);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("group", { name: "Colours" }).getByRole("button", { name: "Light" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-scheme", "light");
    expect(await paperColour()).toBe(lightPaper);
    await page.getByRole("group", { name: "Colours" }).getByRole("button", { name: "System" }).click();
    await expect(page.locator("html")).not.toHaveAttribute("data-scheme");
    expect(await paperColour()).toBe(darkPaper);
  });

  test("PB22 pages that save data are switched on and off at the foot", async ({ page }) => {
    await page.goto("/directory");
    const button = page.getByRole("button", { name: "Save data" });
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await button.click();
    await expect(page.locator("html")).toHaveAttribute("data-light");
    await expect(page.locator("script[src], script[data-later]")).toHaveCount(0);
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await button.click();
    await expect(page.locator("html")).not.toHaveAttribute("data-light");
  });
});

test.describe("weight", () => {
  test("PB09 the first view takes at most four requests, all of this site, and none of the framework", async ({
    page,
    site,
  }) => {
    for (const path of ["/", "/directory", "/directory/authors", "/cynthia-kenyon"]) {
      const context = await page.context().browser()?.newContext();
      const newPage = (await context?.newPage()) as typeof page;
      const requests = requestsOf(newPage);
      await watchLayout(newPage);
      await stopTime(newPage);
      await newPage.goto(site.url + path, { waitUntil: "networkidle" });
      const requestedUrls = requests.map((request) => request.url());
      expect([path, requestedUrls.filter((url) => !url.startsWith(site.url))]).toEqual([path, []]);
      expect([path, requestedUrls.filter((url) => /\/build\/.*\.js/.test(url))]).toEqual([path, []]);
      expect(requestedUrls.length).toBeLessThanOrEqual(4);
      expect([path, await newPage.evaluate(() => window.layoutShift)]).toEqual([path, 0]);
      await context?.close();
    }
  });

  test("PB09 the framework starts with the first sign of a reader", async ({ page }) => {
    await watchStart(page);
    const requests = requestsOf(page);
    await page.goto("/directory", { waitUntil: "networkidle" });
    // The page, its style sheet and the typeface.
    expect(requests).toHaveLength(3);
    await startScripts(page);
    expect(requests.filter((request) => request.url().endsWith(".js")).length).toBeGreaterThan(3);
  });

  for (const path of ["/", "/directory", "/cynthia-kenyon"]) {
    test(`PB09 with Save-Data ${path} loads only the page and its style sheets, also after actions of the reader`, async ({
      page,
      site,
    }) => {
      await page.setExtraHTTPHeaders({ "Save-Data": "on" });
      const requests = requestsOf(page);
      await watchLayout(page);
      await page.goto(path, { waitUntil: "networkidle" });
      await page.mouse.move(200, 200);
      await page.mouse.wheel(0, 2_000);
      await page.keyboard.press("Tab");
      await page.waitForLoadState("networkidle");
      const [firstPath, ...otherPaths] = requests.map((request) => new URL(request.url()).pathname);
      expect(firstPath).toBe(path);
      expect(otherPaths.length).toBeLessThanOrEqual(path === "/directory" ? 1 : 2);
      for (const otherPath of otherPaths) expect(otherPath).toMatch(/\.css$/);
      expect(requests.every((request) => request.url().startsWith(site.url))).toBe(true);
      expect(await page.evaluate(() => window.layoutShift)).toBe(0);
    });
  }

  test("PB09 nothing jumps on a phone while scripts start, the reader scrolls and the list grows", async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({ ...devices["Pixel 5"] });
    const page = await context.newPage();
    await watchLayout(page);
    await openLive(page, `${site.url}/?page=2`);
    const atPage3 = async () => (await page.locator(".load-more a").getAttribute("href")) === "/?page=4";
    for (let screens = 0; screens < 60 && !(await atPage3()); screens++) {
      await page.mouse.wheel(0, 200);
      await waitForPaint(page);
    }
    expect(await atPage3()).toBe(true);
    await expect(page.locator(".card.skeleton")).toHaveCount(0);
    expect(await page.evaluate(() => window.layoutShift)).toBe(0);
    await context.close();
  });
});

/** Scrolls to the end of the home list until it loads no more by itself. */
async function scrollToPage3(page: import("@playwright/test").Page): Promise<void> {
  const loadMoreLink = page.locator(".load-more a");
  // Loaded cards may push the bottom away only after the first look.
  await expect(async () => {
    await loadMoreLink.scrollIntoViewIfNeeded();
    await expect(loadMoreLink).toHaveAttribute("href", "/?page=4", { timeout: 500 });
  }).toPass();
  await expect(loadMoreLink).toHaveText("Load More Experts");
}

/** Returns the place of an element's top in the window, in CSS pixels. */
async function topOf(locator: import("@playwright/test").Locator): Promise<number> {
  return (await locator.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
}

/** Waits until the scripts that a click has started have taken over. */
async function startScriptsOf(page: import("@playwright/test").Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react")),
  );
}
