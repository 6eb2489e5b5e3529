/** Opening addresses of many sites within a time that is theirs together. */
import { lazyPackage } from "~/services/lazy-package.server";

const tldts = lazyPackage<typeof import("tldts")>("tldts");

interface Places {
  atOnce: number;
  /** The limit for one site; missing for none. */
  ofOneSite?: number;
}

interface Site {
  /** Places of its addresses, in their order. */
  waiting: number[];
  /** Since when each address of it is open, by its place. */
  open: Map<number, number>;
  begun: number;
  usedMs: number;
}

/**
 * Opens addresses `atOnce` at a time and returns the results in their order. Each free place goes to the site that has used
 * the least time so far (fair queueing). Sites that hang, however many of their addresses there are, cost the others
 * nothing.
 */
export async function inTurns<T>(
  urls: string[],
  { atOnce, ofOneSite = atOnce }: Places,
  open: (url: string, place: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = new Array(urls.length);
  const sites = new Map<string, Site>();
  for (const [place, url] of urls.entries()) {
    const key = siteOf(url);
    const site: Site = sites.get(key) ?? { waiting: [], open: new Map(), begun: 0, usedMs: 0 };
    sites.set(key, site);
    site.waiting.push(place);
  }

  const next = (): Site | undefined => {
    const now = performance.now();
    const used = ({ usedMs, open }: Site) =>
      Array.from(open.values()).reduce((sum, since) => sum + now - since, usedMs);
    return [...sites.values()]
      .filter(({ waiting, open }) => waiting.length > 0 && open.size < ofOneSite)
      .map((site) => ({ site, used: used(site) }))
      .sort((first, second) => first.used - second.used || first.site.begun - second.site.begun)[0]?.site;
  };

  const work = async (): Promise<void> => {
    for (let site = next(); site; site = next()) {
      const place = site.waiting.shift() as number;
      const since = performance.now();
      site.open.set(place, since);
      site.begun++;
      try {
        results[place] = await open(urls[place] as string, place);
      } finally {
        site.open.delete(place);
        site.usedMs += performance.now() - since;
      }
    }
  };
  // Ends workers that find no site with a free place; the one that holds that place takes the rest.
  await Promise.all(Array.from({ length: Math.min(atOnce, urls.length) }, work));
  return results;
}

/** Returns the registrable domain, because a site with many names is one site. Invalid addresses count as one together. */
function siteOf(url: string): string {
  if (!URL.canParse(url)) return "";
  const { host, hostname } = new URL(url);
  return tldts().getDomain(hostname, { allowPrivateDomains: true }) ?? host;
}
