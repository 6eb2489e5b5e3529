/** What Lighthouse says of the public pages, as on a phone. */
import lighthouse from "lighthouse";
import type { Site } from "../../test/support/site";
import type { Figure } from "./figures";
import { openBrowser, PAGES } from "./reader-browser";
import { freePort } from "./servers";

/** A run that is disturbed by something else on this machine is made again: the best of so many counts. */
const RUNS = 3;
const RUN_MS = 120_000;

/** The most that the largest contentful paint and the total blocking time may take. */
const LCP_MS = 1_100;
const TBT_MS = 50;

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

interface Report {
  scores: Record<(typeof CATEGORIES)[number], number>;
  lcp: number;
  cls: number;
  tbt: number;
  /** Names of the audits that are not perfect and count. */
  faults: string[];
}

/** The four scores of each page, and its paint, shift and blocking. */
export async function lighthouseScores(site: Site): Promise<Figure[]> {
  const { login: _, ...pages } = PAGES;
  const figures: Figure[] = [];
  for (const [name, { path }] of Object.entries(pages)) {
    const reports: Report[] = [];
    while (reports.length < RUNS && !reports.some(isPerfect)) reports.push(await examine(site.url + path));
    const best = reports.toSorted((one, other) => total(other) - total(one) || delay(one) - delay(other))[0] as Report;
    const of = `Lighthouse, ${name}`;
    figures.push(
      ...CATEGORIES.map((category) => ({
        name: `${of}, ${category}`,
        value: best.scores[category],
        unit: "",
        least: 100,
        ...(category === "performance" && { raw: reports }),
      })),
      { name: `${of}, largest contentful paint`, value: best.lcp, unit: "ms", most: LCP_MS },
      { name: `${of}, layout shift`, value: best.cls, unit: "", most: 0 },
      { name: `${of}, total blocking time`, value: best.tbt, unit: "ms", most: TBT_MS },
    );
    if (!isPerfect(best)) console.log(`${path}: ${best.faults.join(", ")}`);
  }
  return figures;
}

/** One run in a browser of its own. Throws when it takes too long. */
async function examine(address: string): Promise<Report> {
  const port = await freePort();
  const browser = await openBrowser([`--remote-debugging-port=${port}`]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`Lighthouse did not come to an end with ${address}`)), RUN_MS);
    });
    const run = lighthouse(address, { port, output: "json", logLevel: "error", maxWaitForLoad: 30_000 });
    const result = (await Promise.race([run, late]))?.lhr;
    if (!result) throw new Error(`Lighthouse said nothing of ${address}`);
    if (result.runtimeError) console.log(`${address}: ${result.runtimeError.message}`);
    const value = (audit: string) => result.audits[audit]?.numericValue ?? Number.NaN;
    const counted = CATEGORIES.flatMap((category) => result.categories[category]?.auditRefs ?? []).filter(
      ({ weight }) => weight > 0,
    );
    return {
      scores: Object.fromEntries(
        CATEGORIES.map((category) => [category, Math.round((result.categories[category]?.score ?? Number.NaN) * 100)]),
      ) as Report["scores"],
      lcp: value("largest-contentful-paint"),
      cls: value("cumulative-layout-shift"),
      tbt: value("total-blocking-time"),
      faults: counted.map(({ id }) => id).filter((id) => (result.audits[id]?.score ?? 0) < 0.995),
    };
  } finally {
    clearTimeout(timer);
    await browser.close();
  }
}

/** All points together; a score that Lighthouse did not come to counts as none. */
function total({ scores }: Report): number {
  return CATEGORIES.reduce((points, category) => points + (scores[category] || 0), 0);
}

/** Tells one run from another with the same scores. */
function delay({ lcp, tbt }: Report): number {
  return lcp / LCP_MS + tbt / TBT_MS;
}

function isPerfect(report: Report): boolean {
  return total(report) === 100 * CATEGORIES.length && report.lcp <= LCP_MS && report.tbt <= TBT_MS && report.cls === 0;
}
