/** Helpers for the actions and observations of a reader. */
import { expect, type Page, type Request } from "@playwright/test";

declare global {
  interface Window {
    /** Set by the page's own start script; the framework calls it once it has taken over. */
    started?: () => void;
    isLive?: boolean;
    layoutShift?: number;
  }
}

/** Records when the framework's scripts have started, for `startScripts`. Call it before `goto`. */
export async function watchStart(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let markStarted: (() => void) | undefined;
    Object.defineProperty(window, "started", {
      configurable: true,
      set(value) {
        markStarted = value;
      },
      get: () => () => {
        window.isLive = true;
        markStarted?.();
      },
    });
  });
}

/** Waits until the page is painted. Before that, browsers accept neither pointer nor click. */
export async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Starts the framework's scripts, as a reader's pointer does, and waits until they have taken over. */
export async function startScripts(page: Page): Promise<void> {
  // A page that is not painted yet does not notice the pointer.
  await expect(async () => {
    await page.mouse.move(2, 2);
    await page.mouse.move(3, 3);
    await page.waitForFunction(() => window.isLive, undefined, { timeout: 2_000 });
  }).toPass();
}

/** Opens a page and waits until its scripts have taken over. */
export async function openLive(page: Page, address: string): Promise<void> {
  await watchStart(page);
  await page.goto(address);
  await startScripts(page);
}

/** Goes to a record from any admin page by Ctrl-K and its name. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Go to a page, an expert or an article" }).fill(name);
  await page.getByRole("option", { name }).click();
}

/** Stops the page's time, so that its scripts do not start by themselves while a loaded machine is slow. Call it before `goto`. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
}

/** Collects every further request of the page, except for its icon. */
export function requestsOf(page: Page): Request[] {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/favicon.svg")) requests.push(request);
  });
  return requests;
}

/** Holds back the answers of an address until `release` is called, as a slow line does. */
export async function hold(page: Page, address: RegExp): Promise<{ release(): Promise<void> }> {
  let letGo: () => void = () => {};
  const heldRequest = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const handler: Parameters<Page["route"]>[1] = async (route) => {
    await heldRequest;
    await route.continue().catch(() => {}); // the page may have gone on without it
  };
  await page.route(address, handler);
  return {
    release: async () => {
      letGo();
      await page.unroute(address, handler);
    },
  };
}

/** Wraps each text of the page in an element, as the translators of Chrome, Edge and Safari do, and changes its words. */
export function translate(): void {
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const parent = text.parentElement;
    if (!text.data.trim() || !parent || parent.closest("script, style, textarea, option, font, [translate=no]"))
      continue;
    texts.push(text);
  }
  for (const text of texts) {
    if (text.parentElement?.nodeName === "TITLE") {
      text.data = `[${text.data}]`;
      continue;
    }
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = `${text.data}·`;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

/** Adds up how far things jump while the page loads (CLS). Call it before `goto`; read `window.layoutShift`. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) window.layoutShift = (window.layoutShift ?? 0) + entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Returns how far the page is scrolled, in CSS pixels. */
export function scrollPosition(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}
