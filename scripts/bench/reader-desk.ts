/** How fast the desk answers a curator's keys and clicks, with much behind it. */
import type { Page } from "@playwright/test";
import { signUpAdmin } from "../../test/support/curator";
import { startSite } from "../../test/support/site";
import { type Figure, median } from "./figures";
import { openBrowser, startVisit } from "./reader-browser";
import { copiedFolder } from "./sites";

const MUCH = { experts: 10_000, submissions: 10_000, articles: 10_000, library: 10_000 };
const ROUNDS = 3;

declare global {
  interface Window {
    /** What the browser noted of interactions: from the key or click to the next picture on the screen. */
    interactions?: { name: string; duration: number }[];
  }
}

/**
 * The longest that an interaction takes until the screen shows something of it (as for INP: Event Timing, with the time
 * to the next paint). Every kind of interaction counts with the median of its rounds.
 */
export async function answers(): Promise<Figure[]> {
  const dataDir = await copiedFolder(MUCH, "answers");
  const site = await startSite({ dataDir, env: { RATE_LIMIT: "off" } });
  const browser = await openBrowser();
  try {
    const { headers } = await signUpAdmin(site, { email: `bench-${Date.now()}@mail.example` });
    const [name = "", value = ""] = headers.Cookie.split(/=(.*)/s);
    const { page } = await startVisit(browser, site);
    await page.context().addCookies([{ name, value, url: site.url }]);
    await watchInteractions(page);
    const took = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS; round++)
      for (const [place, { path, steps }] of Object.entries(PLACES)) {
        await page.goto(path, { waitUntil: "networkidle" });
        for (const [step, act] of Object.entries(steps)) {
          await act(page);
          const kind = `${place}: ${step}`;
          took.set(kind, [...(took.get(kind) ?? []), await longest(page)]);
        }
      }
    const kinds = [...took].map(([kind, times]) => ({ kind, value: median(times), times }));
    const slowest = kinds.reduce((one, other) => (other.value > one.value ? other : one));
    return [
      {
        name: `the desk's slowest answer of ${kinds.length} kinds (${slowest.kind})`,
        value: slowest.value,
        unit: "ms",
        most: 100,
        raw: Object.fromEntries(took),
      },
      { name: "the slowest of all single ones", value: Math.max(...kinds.flatMap(({ times }) => times)), unit: "ms" },
    ];
  } finally {
    await browser.close();
    await site.stop();
  }
}

type Step = (page: Page) => Promise<unknown>;

const press =
  (...keys: string[]): Step =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key);
  };
const type =
  (selector: string, text: string): Step =>
  async (page) => {
    await page.locator(selector).first().click();
    await page.keyboard.type(text, { delay: 30 });
    await page.waitForLoadState("networkidle");
  };
const click =
  (selector: string, place = 0): Step =>
  async (page) => {
    await page.locator(selector).nth(place).click();
    await page.waitForLoadState("networkidle");
  };

const SEARCH = "main input[type=search]";
const NEXT = "nav.pagination a[rel=next]";

const PLACES: Record<string, { path: string; steps: Record<string, Step> }> = {
  experts: {
    path: "/admin/experts",
    steps: {
      search: type(SEARCH, "an"),
      "next page": click(NEXT),
      "featured switch": click("main tbody tr button", 3),
      "delete dialog": click("main tbody a.danger", 2),
      "out of it": press("Escape"),
    },
  },
  submissions: {
    path: "/admin/submissions",
    steps: {
      "down and up": press("j", "j", "j", "k"),
      search: type(SEARCH, "reader"),
      "next page": click(NEXT),
    },
  },
  review: {
    path: "/admin/submissions?page=3",
    steps: {
      open: press("j", "Enter"),
      "next one": press("j"),
      notes: type("main textarea", "Some words about it"),
    },
  },
  articles: {
    path: "/admin/articles",
    steps: { search: type(SEARCH, "found"), "next page": click(NEXT) },
  },
  library: {
    path: "/admin/library",
    steps: {
      "select one": click("main input[type=checkbox]", 1),
      "select another": click("main input[type=checkbox]", 2),
      search: type(SEARCH, "note"),
    },
  },
  settings: {
    path: "/admin/settings",
    steps: { "a part opens": click("main summary"), "and closes": click("main summary") },
  },
  "an expert": {
    path: "/admin/experts/new",
    steps: {
      name: type("input[name=name]", "Somebody New"),
      biography: type("textarea[name=biography]", "Born, raised, and **known** for it."),
    },
  },
  "an article": {
    path: "/admin/articles/seed-article-9",
    steps: { text: type("textarea[name=body]", "## A heading, and [a link](https://one.example).") },
  },
};

async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.interactions = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) window.interactions?.push({ name: entry.name, duration: entry.duration });
    }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** The longest interaction since the last look, in milliseconds; 0 when all were shorter than 16 ms. */
async function longest(page: Page): Promise<number> {
  // Entries come after the picture that they wait for, and in their own time.
  await page.waitForTimeout(300);
  return page.evaluate(() => {
    const durations = (window.interactions ?? []).map(({ duration }) => duration);
    window.interactions = [];
    return Math.max(0, ...durations);
  });
}
