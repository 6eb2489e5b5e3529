/** Opens addresses of many sites fairly, within a time for all of them together. */
import { lazyPackage } from "~/services/lazy-package.server";

const tldts = lazyPackage<typeof import("tldts")>("tldts");

interface Concurrency {
  total: number;
  /** The limit for one site; no limit if missing. */
  perSite?: number;
}

interface Site {
  /** The indices of addresses that were not opened yet, in order. */
  waiting: number[];
  /** The start times of open addresses, by their indices. */
  startTimes: Map<number, number>;
  openedCount: number;
  usedMs: number;
}

/**
 * Opens addresses, up to `total` at a time, and returns the results in order. Each free place goes to the site that
 * has used the least time (fair queueing), so that sites that hang do not delay the others.
 */
export async function openFairly<T>(
  urls: string[],
  { total, perSite = total }: Concurrency,
  open: (url: string, index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = new Array(urls.length);
  const sites = new Map<string, Site>();
  for (const [index, url] of urls.entries()) {
    const key = siteOf(url);
    const site: Site = sites.get(key) ?? { waiting: [], startTimes: new Map(), openedCount: 0, usedMs: 0 };
    sites.set(key, site);
    site.waiting.push(index);
  }

  const nextSite = (): Site | undefined => {
    const now = performance.now();
    const usedTime = ({ usedMs, startTimes }: Site) =>
      Array.from(startTimes.values()).reduce((sum, startedAt) => sum + now - startedAt, usedMs);
    return [...sites.values()]
      .filter(({ waiting, startTimes }) => waiting.length > 0 && startTimes.size < perSite)
      .map((site) => ({ site, used: usedTime(site) }))
      .sort((first, second) => first.used - second.used || first.site.openedCount - second.site.openedCount)[0]?.site;
  };

  const work = async (): Promise<void> => {
    for (let site = nextSite(); site; site = nextSite()) {
      const index = site.waiting.shift() as number;
      const startedAt = performance.now();
      site.startTimes.set(index, startedAt);
      site.openedCount++;
      try {
        results[index] = await open(urls[index] as string, index);
      } finally {
        site.startTimes.delete(index);
        site.usedMs += performance.now() - startedAt;
      }
    }
  };
  // A worker ends when no site has a free place; the worker that uses the place opens the remaining addresses.
  await Promise.all(Array.from({ length: Math.min(total, urls.length) }, work));
  return results;
}

/**
 * Returns the registrable domain, because a site can have many host names. All invalid addresses count as one site.
 */
function siteOf(url: string): string {
  if (!URL.canParse(url)) return "";
  const { host, hostname } = new URL(url);
  return tldts().getDomain(hostname, { allowPrivateDomains: true }) ?? host;
}
