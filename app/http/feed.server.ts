import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

const SECOND = 1_000;

/** The latest content hash of each feed by its address, and the time of its last change. */
const feedStates = new LRUCache<string, { hash: string; changedAt: number }>({ max: 500 });

const TYPES = { xml: "application/atom+xml", json: "application/feed+json" };

export function feedResponse({ url }: Request, body: string, format: keyof typeof TYPES): Response {
  const headers = new Headers({ "Content-Type": `${TYPES[format]}; charset=utf-8` });
  const changedAt = lastChangeOf(url, body);
  if (changedAt <= Date.now()) headers.set("Last-Modified", new Date(changedAt).toUTCString());
  return new Response(body, { headers });
}

/**
 * Returns the time of a feed's last change, in whole seconds, by its content: the dates of entries would not show a removal.
 * Each version gets a second of its own, which can lie ahead; the feed has no date until then.
 */
function lastChangeOf(address: string, body: string): number {
  const hash = createHash("sha1").update(body).digest("base64");
  const formerState = feedStates.get(address);
  if (formerState?.hash === hash) return formerState.changedAt;
  const changedAt = Math.max(Math.floor(Date.now() / SECOND) * SECOND, (formerState?.changedAt ?? 0) + SECOND);
  feedStates.set(address, { hash, changedAt });
  return changedAt;
}
