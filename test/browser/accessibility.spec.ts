/**
 * Walks over all pages of one site: axe finds nothing in either scheme, nothing is wider than its window, no browser complains,
 * and no form loses what was typed when the session ends.
 */
import type { BrowserContext, Page } from "@playwright/test";
import { renewSessions } from "../support/admin";
import { adaFull, addPeople, troublemakers } from "../support/people";
import { get } from "../support/requests";
import { cookiesOf, createWorld, pagesOf, type Role, type World } from "../support/world";
import { openLive, startScripts, watchStart } from "./reader";
import {
  brokenWords,
  elementsBeyondEdge,
  expect,
  expectAccessible,
  expectStillAccessible,
  hiddenTexts,
  testBeside,
  widenTextSpacing,
} from "./site";

const DESKTOP = { width: 1280, height: 900 };
/** WCAG 2.2 §1.4.10. */
const PHONE = { width: 320, height: 640 };

const test = testBeside(async () => {
  const world = await createWorld();
  await addPeople(world.site, [adaFull, ...troublemakers]);
  return { world, site: world.site, stop: world.site.stop };
});

/** Rules that depend on colours and window width. All other rules give the same result in both schemes. */
const LOOKS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "button-name"];

/** The structures of pages that axe has checked in both schemes. */
const checkedStructures = new Set<string>();

/**
 * Returns all kinds of elements of a page, by their attributes, and the levels of its headings in their order. axe reports the
 * same for two pages that differ in their texts alone.
 */
function structureOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const kindOf = (element: Element): string => {
      const attributes = Array.from(element.attributes, ({ name, value }) =>
        /^(class|role|type|tabindex|aria-.*)$/.test(name) ? `${name}=${value}` : `${name}=${value !== ""}`,
      );
      return [element.localName, ...attributes.sort(), Boolean(element.textContent?.trim())].join(" ");
    };
    const kinds = Array.from(
      document.querySelectorAll("body, body *"),
      (element) => `${kindOf(element.parentElement ?? element)} > ${kindOf(element)}`,
    );
    const levels = Array.from(document.querySelectorAll("h1, h2, h3, h4, h5, h6"), ({ localName }) => localName);
    const steps = levels.map((level, index) => `${levels[index - 1]} to ${level}`);
    return [...new Set([...steps, ...kinds])].sort().join("\n");
  });
}

/**
 * Runs axe in the light scheme on a desktop and in the dark scheme on a phone, unless a page of the same structure was checked.
 * Checks that tables also fit a tablet and a small laptop.
 */
async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  const structure = await structureOf(page);
  const isNew = !checkedStructures.has(structure);
  checkedStructures.add(structure);
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: "light" });
  if (isNew) await expectAccessible(page);
  else expect.soft(await elementsBeyondEdge(page), `too wide: ${page.url()}`).toEqual([]);
  const hasTable = await page.evaluate(() => document.querySelector("table") !== null);
  for (const width of hasTable ? [DESKTOP.width, 1024, 768] : []) {
    await page.setViewportSize({ ...DESKTOP, width });
    const problems = [...(await elementsBeyondEdge(page)), ...(await brokenWords(page))];
    expect.soft(problems, `wide or broken at ${width} px on ${page.url()}`).toEqual([]);
  }
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  if (isNew) await expectStillAccessible(page, LOOKS);
  else expect.soft(await elementsBeyondEdge(page), `too wide: ${page.url()}`).toEqual([]);
  await expectNothingLost(page);
}

/** Checks at 400 % zoom and in forced colours that no text is cut off, with normal and with wide text spacing. */
async function expectNothingLost(page: Page): Promise<void> {
  const brokenHeaderWords = await brokenWords(page, "body > header :is(a, summary), button, h1");
  expect.soft(brokenHeaderWords, `words broken on ${page.url()}`).toEqual([]);
  await page.emulateMedia({ forcedColors: "active" });
  const restoreSpacing = await widenTextSpacing(page);
  const lostTexts = [...(await hiddenTexts(page)), ...(await elementsBeyondEdge(page))];
  expect.soft(lostTexts, `lost with spaced texts on ${page.url()}`).toEqual([]);
  await restoreSpacing();
  await page.emulateMedia({ forcedColors: "none" });
}

async function signInAs(context: BrowserContext, world: World, role: Role): Promise<void> {
  await context.clearCookies();
  await context.addCookies(cookiesOf(world, role));
}

/** Further addresses that show lists and forms in another state. */
const EXTRA_PATHS = `/?category=author&page=2 /?category=dentists /directory?category=academic&search=ageing
  /directory?search=xqzvw&category=author /directory/dentists /a/b /nobody /ada-full /html-everywhere /ninety-characters /login?google=expired
  /forgot-password?sent /reset-password /reset-password?token=unknown /articles?type=research-insight
  /admin/experts/ninety-characters /my-list?people=ada-full,html-everywhere /my-list?compare=ada-full,html-everywhere,ninety-characters`.split(
  /\s+/,
);

// Some pages ask for a recent sign-in.
test.beforeEach(({ site }) => renewSessions(site));

test.describe("PB02 PB05 PB06 PB09 PB11 PB12 PB13 PB16 PB24 PR02 PR03 PA01 PA02 PR08 PR12 AC01 AC02 AC03 AC04 SU01 EM01 MO01 MO02 MO03 every page is accessible in both schemes, and fits a phone", () => {
  // Chromium shows images and XML in pages of its own, with styles that our policy for files forbids.
  test.use({ allowedComplaints: [/status of 4\d\d|^Applying inline style/] });
  const PARTS = 12;
  for (let part = 0; part < PARTS; part++) {
    test(`part ${part + 1} of ${PARTS}`, async ({ page, context, neighbours: { world } }) => {
      const extraPages = EXTRA_PATHS.map(
        (path) => ({ path, as: path.startsWith("/admin") ? "admin" : "nobody" }) as const,
      );
      const allPages = [...pagesOf(world), ...extraPages];
      // Neighbours in the list are often alike, so they stay in one part.
      const pages = allPages.filter((_, index) => Math.floor((index * PARTS) / allPages.length) === part);
      for (const { path, as } of pages) {
        await signInAs(context, world, as);
        const answer = await page.goto(world.site.url + path).catch((error: Error) => {
          if (!error.message.includes("Download is starting")) throw error;
        });
        if (answer?.headers()["content-type"]?.startsWith("text/html")) await expectAccessibleInBothSchemes(page);
      }
    });
  }

  test("PB06 a directory without anyone is accessible", async ({ page, sites }) => {
    const { url } = await sites("empty");
    for (const path of ["/", "/directory", "/directory/authors"]) {
      await page.goto(url + path);
      await expectAccessibleInBothSchemes(page);
    }
  });
});

test.describe("after the session ended", () => {
  test.use({ allowedComplaints: [/status of 4\d\d/] });

  test("EM06 every form of the admin pages that is sent after the session ended says so, and keeps the typed text", async ({
    page,
    context,
    neighbours: { world },
  }) => {
    await watchStart(page);
    page.on("dialog", (dialog) => dialog.accept());
    const paths = new Set(pagesOf(world).flatMap(({ path }) => (path.startsWith("/admin") ? [path] : [])));
    // These are second addresses of pages that the walk opens anyway, and files.
    for (const path of paths) if (/preview$|download$|\.csv$|something|\/logout/.test(path)) paths.delete(path);
    let formCount = 0;
    const triedFields = new Set<string>();
    for (const path of paths) {
      // The browser opens only pages with a form; a redirect leads to a page that is in the list as well.
      const answer = await get(world.site, path, { headers: { Cookie: world.cookies.admin } });
      const main = /<main.*<\/main>/s.exec(await answer.text())?.[0] ?? "";
      if (answer.status !== 200 || !main.includes('method="post"')) continue;
      // Pages of two records have the same forms.
      const fields = fieldsOf(main);
      if (triedFields.has(fields)) continue;
      triedFields.add(fields);
      await context.addCookies(cookiesOf(world, "admin"));
      await page.goto(world.site.url + path);
      const postForm = page
        .locator("main form[method=post]")
        .filter({ has: page.locator(TEXT_FIELD) })
        .first();
      if ((await postForm.count()) === 0) continue;
      formCount++;
      await test.step(path, async () => {
        await startScripts(page);
        const field = postForm.locator(TEXT_FIELD).first();
        const name = await field.getAttribute("name");
        await field.fill("Typed by somebody");
        await context.clearCookies();
        await postForm.evaluate((form: HTMLFormElement) => form.requestSubmit());
        await expect.soft(page.locator("main [data-tone=problem]").first()).toContainText("You are signed out");
        await expect.soft(page.locator("main a[href^='/login'][target=_blank]").first()).toBeVisible();
        await expect.soft(page.locator(`main [name="${name}"]`).first(), path).toHaveValue("Typed by somebody");
      });
    }
    expect(formCount).toBeGreaterThan(15);
  });
});

/** Returns the names of the fields of each form of a page, as JSON. */
function fieldsOf(html: string): string {
  const forms = html.match(/<form\b[^>]* method="post".*?<\/form>/gs) ?? [];
  const namesIn = (form: string) => Array.from(form.matchAll(/ name="([^"]+)"/g), ([, name]) => name);
  return JSON.stringify([...new Set(forms.map((form) => [...new Set(namesIn(form))].join(" ")))]);
}

const TEXT_FIELD = ":is(textarea, input:not([type]), input[type=text])[name]:visible";

test("PB21 is accessible with the menu, the drawer and a message open", async ({ page, site }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize(DESKTOP);
  await openLive(page, `${site.url}/ada-full`);
  await page.getByRole("button", { name: "Share Profile" }).click();
  await page.locator(".toast").hover();
  await page.getByRole("navigation", { name: "Main" }).locator("summary").press("Enter");
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await page.locator("header summary", { hasText: "Menu" }).click();
  await expectAccessible(page);
});

test.describe("texts of any kind break no layout", () => {
  for (const { slug, name } of troublemakers) {
    test(`PR08 PB18 ${slug} fits a screen of 320 px`, async ({ page }) => {
      const popups: string[] = [];
      page.on("dialog", (dialog) => {
        popups.push(dialog.message());
        void dialog.dismiss();
      });
      await page.setViewportSize({ width: 320, height: 640 });
      const search = encodeURIComponent(name.slice(0, 90));
      for (const path of [`/directory?search=${search}`, `/?search=${search}`, `/${slug}`]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect([path, await elementsBeyondEdge(page)]).toEqual([path, []]);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await elementsBeyondEdge(page)).toEqual([]);
      expect(popups).toEqual([]);
    });
  }

  test("PR08 a name in another script or from right to left is read in full", async ({ page }) => {
    await page.goto("/right-to-left");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("د. فاطمة الزهراء بنت محمد");
    await page.goto("/other-scripts");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("山中 伸弥");
    await page.goto("/html-everywhere");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("<script>alert(1)</script>");
    await expect(page.locator("#contribution p")).toContainText("<img src=x onerror=alert(1)>");
  });
});
