/** Every browser test imports `test` from here instead of Playwright. It starts real sites, and fails on errors in the browser's console. */
import { readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { renewSessions, signUpAdmin } from "../support/admin";
import { addFullArticle } from "../support/articles";
import { adaFull, addPeople, troublemakers } from "../support/people";
import { type Site, startSite } from "../support/site";
import { openLive } from "./reader";

/**
 * Names the contents of a site. "starter" is the starter directory, which tests must not change. "full" adds a person with all
 * fields and people who are hard to lay out. "changing" is a starter directory that tests may change. "empty" has no people.
 */
type Kind = "starter" | "full" | "changing" | "empty";
type Admin = Awaited<ReturnType<typeof signUpAdmin>>;

/** Matches Chromium's messages when a page is opened before the transition between two documents is over. */
const SKIPPED_TRANSITION =
  /^AbortError: Transition was skipped$|^InvalidStateError: Transition was aborted .*(?:ViewTransition opt-in disabled|Page already revealed)$/;
/** Matches what Remix logs when a later request of a page interrupts an answer while it is read (fetchAndDecode in single-fetch.js). */
const INTERRUPTED_ANSWER = /^AbortError: signal is aborted without reason\n/;

interface TestFixtures {
  /**
   * Console messages that a test causes on purpose: `test.use({ allowedComplaints: [/404|refused/] })`.
   * Give one expression only: Playwright takes a second item of the array for options of the fixture.
   */
  allowedComplaints: RegExp[];
  kind: Kind;
  /** A built site without rate limits. The tests of one worker that ask for the same kind share it. */
  site: Site;
  /** An admin of the site. The browser is signed in as this admin. */
  admin: Admin;
  /** Opens a page, and waits until its scripts run if the browser has scripts on. */
  open: (path: string) => Promise<void>;
  /** Calls `expectAccessible` when scripts are on. Without them the page looks the same. */
  checkAccessibility: () => Promise<void>;
}

interface WorkerFixtures {
  sites: (kind: Kind) => Promise<Site>;
  admins: Map<string, Promise<Admin>>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const startedSites = new Map<Kind, Promise<Site>>();
      await use((kind) => {
        const site = startedSites.get(kind) ?? startSiteOf(kind);
        startedSites.set(kind, site);
        return site;
      });
      for (const site of startedSites.values()) await (await site).stop();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
  admins: [async ({}, use) => use(new Map()), { scope: "worker" }],
  kind: ["starter", { option: true }],
  site: async ({ sites, kind }, use) => use(await sites(kind)),
  baseURL: ({ site }, use) => use(site.url),
  allowedComplaints: [[], { option: true }],
  context: async ({ context, allowedComplaints }, use) => {
    const complaints: { text: string; at: string | undefined }[] = [];
    context.on("console", (message) => {
      const at = message.page()?.url();
      if (["error", "warning"].includes(message.type())) complaints.push({ text: message.text(), at });
    });
    context.on("weberror", (error) => complaints.push({ text: String(error.error()), at: error.page()?.url() }));
    await context.addInitScript(ignoreRestingPointer);
    await use(context);
    // A page may still reload its data when its test ends; the route of a test must not fail then.
    for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
    const allowedPatterns = [SKIPPED_TRANSITION, INTERRUPTED_ANSWER, ...allowedComplaints];
    const unexpected = complaints.filter(({ text }) => !allowedPatterns.some((pattern) => pattern.test(text)));
    expect(unexpected, "errors and warnings in the browser").toEqual([]);
  },
  admin: async ({ admins, context, site }, use) => {
    const adminPromise = admins.get(site.url) ?? signUpAdmin(site, { firstName: "Carla", lastName: "Admin" });
    admins.set(site.url, adminPromise);
    const admin = await adminPromise;
    await renewSessions(site);
    await context.addCookies([cookieOf(admin, site)]);
    await use(admin);
  },
  open: async ({ page, javaScriptEnabled }, use) => {
    await use(async (path) => {
      if (javaScriptEnabled === false) await page.goto(path);
      else await openLive(page, path);
    });
  },
  checkAccessibility: async ({ page, javaScriptEnabled }, use) => {
    await use(async () => {
      if (javaScriptEnabled !== false) await expectAccessible(page);
    });
  },
});

export { expect };

/**
 * Returns a test whose `site` and `neighbours` are started by the first test of the file, and stopped after the last.
 * `neighbours` is what `start` returns beside the site, such as local servers that stand for external services.
 * The tests of the file run one after another in one worker, which then runs other files. A fixture with the scope "worker"
 * would need a separate worker for this file, and each worker loads all code and starts a browser and sites.
 */
export function testBeside<T extends { site: Site; stop(): Promise<unknown> }>(start: () => Promise<T>) {
  let neighbours: Promise<T> | undefined;
  test.describe.configure({ mode: "default" });
  test.afterAll(async () => (await neighbours)?.stop());
  return test.extend<{ neighbours: T }>({
    // Playwright asks for the address of the site before any hook runs.
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
    neighbours: async ({}, use) => {
      neighbours ??= start();
      await use(await neighbours);
    },
    site: ({ neighbours }, use) => use(neighbours.site),
  });
}

async function startSiteOf(kind: Kind): Promise<Site> {
  const site = await startSite({ starter: kind !== "empty", env: { RATE_LIMIT: "off" } });
  if (kind === "full") {
    await addPeople(site, [adaFull, ...troublemakers]);
    await addFullArticle(site);
  }
  return site;
}

/** Stops pointer events without movement. The headless shell sends them for a resting pointer, and they would start the page's scripts. */
function ignoreRestingPointer(): void {
  const ignore = (event: PointerEvent) => {
    if (event.movementX === 0 && event.movementY === 0) event.stopImmediatePropagation();
  };
  addEventListener("pointermove", ignore, true);
}

/** Returns the cookie of a session, in the form that a browser context takes. */
export function cookieOf({ headers }: { headers: { Cookie: string } }, { url }: { url: string }) {
  const [name = "", value = ""] = headers.Cookie.split(/=(.*)/s);
  return { name, value, url };
}

type AxeResults = Awaited<ReturnType<AxeBuilder["analyze"]>>;

declare global {
  interface Window {
    /** AxeBuilder leaves this object in the page. */
    axe: { run(page: Document, options: object): Promise<AxeResults> };
  }
}

/** The package's default source is not minified, and pages take longer to read it. */
const AXE_SOURCE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const AXE_OPTIONS = { resultTypes: ["violations"] as ["violations"], preload: false };

/**
 * Fails when axe finds a violation on the page in its present state, or when the page is wider than its window.
 * Our pages have no frames, so the legacy mode finds the same in half the time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page, axeSource: AXE_SOURCE }).setLegacyMode().options(AXE_OPTIONS);
  await expectNoViolations(page, await axe.analyze());
}

/** Checks only the rules that are given. `expectAccessible` must have been called on this page before. */
export async function expectStillAccessible(page: Page, rules: string[]): Promise<void> {
  const options = { ...AXE_OPTIONS, runOnly: { type: "rule", values: rules } };
  await expectNoViolations(page, await page.evaluate((options) => window.axe.run(document, options), options));
}

async function expectNoViolations(page: Page, { violations }: AxeResults): Promise<void> {
  const failures = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((node) => node.html) }));
  expect.soft(failures, `axe on ${page.url()}`).toEqual([]);
  expect.soft(await elementsBeyondEdge(page), `${page.url()} has to be scrolled sideways`).toEqual([]);
}

/** Returns both widths of a page that is wider than its window, and the first five elements beyond the edge; else nothing. */
export function elementsBeyondEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wideElements = Array.from(document.querySelectorAll("body *")).filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 0 && right > clientWidth + 1;
    });
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...wideElements.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)),
    ];
  });
}

/** Returns the words of 2 to 20 letters that continue on the next line. Looks in table cells unless a selector is given. */
export function brokenWords(page: Page, selector = "td, th"): Promise<string[]> {
  return page.evaluate((selector) => {
    const texts = Array.from(document.querySelectorAll(selector)).flatMap((cell) => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const nodes: Text[] = [];
      while (walker.nextNode()) nodes.push(walker.currentNode as Text);
      return nodes;
    });
    const isBroken = (text: Text, { index, 0: word }: RegExpExecArray) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1;
    };
    return texts.flatMap((text) =>
      Array.from(text.data.matchAll(/(?<![\p{L}\d])[\p{L}\d]{2,20}(?![\p{L}\d])/gu))
        .filter((word) => isBroken(text, word))
        .map(([word]) => word),
    );
  }, selector);
}

/** Sets the largest spacing of lines, paragraphs, letters and words that WCAG 2.2 §1.4.12 names. Returns the function that undoes it. */
export async function widenTextSpacing(page: Page): Promise<() => Promise<void>> {
  // The content security policy forbids a style element, but not a style sheet that a script constructs.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets = [sheet];
  });
  return () =>
    page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
}

/**
 * Returns the elements whose text is partly hidden, cut off at the edge of a box or spilling out of its own box over others.
 * Excerpts that docs/design.md limits to some lines do not count if a link, or a summary that unfolds, leads to the whole text.
 */
export function hiddenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
    };
    const isFieldDrawingOrCode = (element: Element) =>
      element.matches("input, textarea, select, option, svg, svg *, pre, pre *");
    // The initials in place of a portrait do not count, because the name is next to them.
    const isHiddenFromReaders = (element: Element) => element.closest("[aria-hidden=true]") !== null;
    const ownText = (element: Element) =>
      Array.from(element.childNodes).filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const isExcerptWithLink = (element: Element, { webkitLineClamp }: CSSStyleDeclaration) =>
      webkitLineClamp !== "none" &&
      element.closest("li, article, tr, a, summary")?.matches("a, summary, :has(a)") === true;
    const hides = (overflow: string) => ["hidden", "clip"].includes(overflow);
    const isCut = (element: Element, style: CSSStyleDeclaration) =>
      (hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1);
    const spills = (element: Element, { display, webkitLineClamp }: CSSStyleDeclaration) => {
      if (display.startsWith("inline") && display !== "inline-block" && display !== "inline-flex") return false;
      if (webkitLineClamp !== "none" || display === "contents") return false;
      const box = element.getBoundingClientRect();
      return ownText(element).some((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return left < box.left - 3 || right > box.right + 3 || top < box.top - 3 || bottom > box.bottom + 3;
      });
    };
    return Array.from(document.querySelectorAll("body *"))
      .filter(
        (element) =>
          element.textContent?.trim() &&
          !isFieldDrawingOrCode(element) &&
          !isHiddenFromReaders(element) &&
          isShown(element),
      )
      .filter((element) => {
        const style = getComputedStyle(element);
        return (isCut(element, style) && !isExcerptWithLink(element, style)) || spills(element, style);
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });
}
