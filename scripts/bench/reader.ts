/** What a reader waits for and pays for, in a real browser (performance.md, "Reader" and "Admin"). */

import { type Site, startSite } from "../../test/support/site";
import type { Figure } from "./figures";
import { openBrowser } from "./reader-browser";
import { answers } from "./reader-desk";
import { lighthouseScores } from "./reader-lighthouse";
import { photographs } from "./reader-photographs";
import { backAndForward, prefetching, slowLine } from "./reader-travel";
import { firstView, scripts, slowLineScripts } from "./reader-weight";

/** All figures of a reader, and how fast the desk answers a curator. Takes about six minutes. */
export async function reader(): Promise<Figure[]> {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  try {
    return [
      ...(await ofReaders(site)),
      ...(await lighthouseScores(site)),
      ...(await photographs()),
      ...(await answers()),
    ];
  } finally {
    await site.stop();
  }
}

async function ofReaders(site: Site): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    const figures: Figure[] = [];
    for (const measure of [firstView, scripts, slowLineScripts, slowLine, prefetching, backAndForward])
      figures.push(...(await measure(browser, site)));
    return figures;
  } finally {
    await browser.close();
  }
}
