import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

const SECOND = 1_000;

/** What each feed was when it was last made here, by its address, and since when. */
const made = new LRUCache<string, { hash: string; since: number }>({ max: 500 });

const TYPES = { xml: "application/atom+xml", json: "application/feed+json" };

export function feedResponse({ url }: Request, body: string, format: keyof typeof TYPES): Response {
  const headers = new Headers({ "Content-Type": `${TYPES[format]}; charset=utf-8` });
  const since = sinceWhen(url, body);
  if (since <= Date.now()) headers.set("Last-Modified", new Date(since).toUTCString());
  return new Response(body, { headers });
}

/**
 * Since when this process makes a feed as it is, in whole seconds: the dates of its entries would not tell that one left
 * it. A second is given once, so that none stands for two feeds; the next one has no date until its second has come.
 */
function sinceWhen(address: string, body: string): number {
  const hash = createHash("sha1").update(body).digest("base64");
  const before = made.get(address);
  if (before?.hash === hash) return before.since;
  const since = Math.max(Math.floor(Date.now() / SECOND) * SECOND, (before?.since ?? 0) + SECOND);
  made.set(address, { hash, since });
  return since;
}
