/** What every journey imports instead of Playwright's own `test`: real sites, and a browser that must not complain. */
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { freshen, signUpAdmin } from "../support/admin";
import { addFullArticle } from "../support/articles";
import { adaFull, addPeople, troublemakers } from "../support/people";
import { type Site, startSite } from "../support/site";
import { openLive } from "./reader";

/**
 * What is in a site: the starter directory, which tests leave as it is; the same with people of whom everything is known and people
 * who are hard to show; the same for tests that change it; nobody.
 */
type Kind = "starter" | "full" | "changing" | "empty";
type Admin = Awaited<ReturnType<typeof signUpAdmin>>;

/** What Chromium reports where a further page is opened before the transition between two documents is over. */
const SKIPPED_TRANSITION =
  /^AbortError: Transition was skipped$|^InvalidStateError: Transition was aborted .*ViewTransition opt-in disabled$/;

interface TestFixtures {
  /**
   * Complaints of the browser that a test provokes on purpose: `test.use({ allowedComplaints: [/404|refused/] })`.
   * One expression only: Playwright takes a second thing in brackets for settings of its own.
   */
  allowedComplaints: RegExp[];
  kind: Kind;
  /** A built site without rate limits. The tests of one worker that ask for the same kind share it. */
  site: Site;
  /** An admin of the site, to whom the browser belongs. */
  admin: Admin;
  /** Opens a page, with its scripts running where there are some. */
  open: (path: string) => Promise<void>;
  /** `expectAccessible` of the page, with scripts only: without them the page is the same. */
  look: () => Promise<void>;
}

interface WorkerFixtures {
  sites: (kind: Kind) => Promise<Site>;
  admins: Map<string, Promise<Admin>>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const started = new Map<Kind, Promise<Site>>();
      await use((kind) => {
        const site = started.get(kind) ?? start(kind);
        started.set(kind, site);
        return site;
      });
      for (const site of started.values()) await (await site).stop();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: see above.
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
    const allowed = [SKIPPED_TRANSITION, ...allowedComplaints];
    const unexpected = complaints.filter(({ text }) => !allowed.some((pattern) => pattern.test(text)));
    expect(unexpected, "errors and warnings in the browser").toEqual([]);
  },
  admin: async ({ admins, context, site }, use) => {
    const signedUp = admins.get(site.url) ?? signUpAdmin(site, { firstName: "Carla", lastName: "Admin" });
    admins.set(site.url, signedUp);
    const admin = await signedUp;
    await freshen(site);
    await context.addCookies([cookieOf(admin, site)]);
    await use(admin);
  },
  open: async ({ page, javaScriptEnabled }, use) => {
    await use(async (path) => {
      if (javaScriptEnabled === false) await page.goto(path);
      else await openLive(page, path);
    });
  },
  look: async ({ page, javaScriptEnabled }, use) => {
    await use(async () => {
      if (javaScriptEnabled !== false) await expectAccessible(page);
    });
  },
});

export { expect };

async function start(kind: Kind): Promise<Site> {
  const site = await startSite({ starter: kind !== "empty", env: { RATE_LIMIT: "off" } });
  if (kind === "full") {
    await addPeople(site, [adaFull, ...troublemakers]);
    await addFullArticle(site);
  }
  return site;
}

/** The headless shell reports a pointer at rest as one that moves, which would start the scripts of any page. */
function ignoreRestingPointer(): void {
  const ignore = (event: PointerEvent) => {
    if (event.movementX === 0 && event.movementY === 0) event.stopImmediatePropagation();
  };
  addEventListener("pointermove", ignore, true);
}

/** The cookie of somebody's session, for a browser's context. */
export function cookieOf({ headers }: { headers: { Cookie: string } }, { url }: { url: string }) {
  const [name = "", value = ""] = headers.Cookie.split(/=(.*)/s);
  return { name, value, url };
}

type AxeResults = Awaited<ReturnType<AxeBuilder["analyze"]>>;

declare global {
  interface Window {
    /** What AxeBuilder leaves in a page. */
    axe: { run(page: Document, options: object): Promise<AxeResults> };
  }
}

const AXE = { resultTypes: ["violations"] as ["violations"], preload: false };

/** Fails on anything that axe finds on the page as it is now, or when it is wider than its window. Without frames of others the older mode finds the same in half the time. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, await new AxeBuilder({ page }).setLegacyMode().options(AXE).analyze());
}

/** The same for some rules only, on a page that axe has already looked at. */
export async function expectStillAccessible(page: Page, rules: string[]): Promise<void> {
  const options = { ...AXE, runOnly: { type: "rule", values: rules } };
  await expectNoViolations(page, await page.evaluate((options) => window.axe.run(document, options), options));
}

async function expectNoViolations(page: Page, { violations }: AxeResults): Promise<void> {
  const failures = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((node) => node.html) }));
  expect.soft(failures, `axe on ${page.url()}`).toEqual([]);
  expect.soft(await beyondTheEdge(page), `${page.url()} has to be scrolled sideways`).toEqual([]);
}

/** Returns the elements that make the page wider than its window; empty when scrolling down shows all of it. */
export function beyondTheEdge(page: Page): Promise<string[]> {
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

/** Ordinary words, in tables unless said otherwise, of which a part stands on the next line. */
export function brokenWords(page: Page, selector = "td, th"): Promise<string[]> {
  return page.locator(selector).evaluateAll((cells) => {
    const texts = cells.flatMap((cell) => {
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
  });
}

/** Lines, paragraphs, letters and words as far apart as WCAG 2.2 §1.4.12 lets readers set them; gives the way back. */
export async function spaceTexts(page: Page): Promise<() => Promise<void>> {
  // Our policy allows no style element, and leaves alone what scripts put together.
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
 * Texts of which a part cannot be seen: cut off at the edge of a box, or beyond their own box, where others stand. The
 * specified short texts in lists are left out, as long as a link beside them leads to the whole.
 */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
    };
    const isTyped = (element: Element) => element.matches("input, textarea, select, option, svg, svg *, pre, pre *");
    // The initials in a face: the name stands beside it.
    const isDrawn = (element: Element) => element.closest("[aria-hidden=true]") !== null;
    const ownText = (element: Element) =>
      Array.from(element.childNodes).filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const isShort = (element: Element, { webkitLineClamp }: CSSStyleDeclaration) =>
      webkitLineClamp !== "none" && element.closest("li, article, tr, a")?.querySelector("a") !== undefined;
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
      .filter((element) => element.textContent?.trim() && !isTyped(element) && !isDrawn(element) && isShown(element))
      .filter((element) => {
        const style = getComputedStyle(element);
        return (isCut(element, style) && !isShort(element, style)) || spills(element, style);
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });
}
