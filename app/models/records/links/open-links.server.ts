/** Opens links that nobody has opened yet, such as one that an editor has just typed. */
import { LRUCache } from "lru-cache";
import { type Queryable, readDb } from "~/db.server";
import { openFairly } from "~/models/base/web/open-fairly.server";
import { checkLink } from "./check.server";
import { type Verdict, writeVerdict } from "./stored-checks.server";

export interface GoneLink {
  url: string;
  reason: string;
}

const MAX_LINKS = 40;
const CONCURRENCY = 8;
const CONCURRENCY_PER_SITE = 4;
/** Milliseconds for all links together. */
const DEADLINE_MS = 8_000;

const verdictCache = new LRUCache<string, Verdict>({ max: 1_000, ttl: 10 * 60_000 });

/**
 * Returns those of at most 40 links that answer 404 or 410 within 8 seconds. Links opened in the last ten minutes, and
 * those that the weekly check of `expertRowId` has, are not opened again.
 */
export async function findGoneLinks(
  links: string[],
  { expertRowId, signal }: { expertRowId: number | null; signal?: AbortSignal },
): Promise<GoneLink[]> {
  const checked = expertRowId === null ? new Set() : await checkedLinks(expertRowId);
  const urls = [...new Set(links)].filter((url) => !checked.has(url)).slice(0, MAX_LINKS);
  const deadline = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(DEADLINE_MS)]);
  const concurrency = { total: CONCURRENCY, perSite: CONCURRENCY_PER_SITE };
  const verdicts = await openFairly(urls, concurrency, async (url) => ({
    url,
    ...(verdictCache.get(url) ?? (await checkLink(url, { signal: deadline }))),
  }));
  const goneLinks: GoneLink[] = [];
  for (const { url, ...verdict } of verdicts) {
    if (verdict.isAnswered) verdictCache.set(url, verdict);
    if (verdict.outcome === "gone") goneLinks.push({ url, reason: verdict.reason });
  }
  return goneLinks;
}

async function checkedLinks(expertRowId: number): Promise<Set<string>> {
  const rows = await readDb.selectFrom("linkChecks").select("url").where("expertRowId", "=", expertRowId).execute();
  return new Set(rows.map(({ url }) => url));
}

/** Stores links as gone, as the weekly check would, after the profile was saved with them. */
export async function storeGoneLinks(tx: Queryable, expertRowId: number, links: GoneLink[]): Promise<void> {
  for (const { url, reason } of links)
    await writeVerdict(tx, expertRowId, url, { outcome: "gone", reason, isAnswered: true, isOffline: false });
}
