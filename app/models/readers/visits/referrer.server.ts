import { isIP } from "node:net";

const MOST_CHARACTERS = 100;

/** In place of hosts beyond the limits. */
export const OTHER_HOSTS = "others";

/**
 * The host of a Referer header, without path and "www."; "" for none, for one of `own`, and for a name that only means
 * something in somebody's own network.
 */
export function referringHost(referrer: string | undefined, own: readonly string[]): string {
  if (!referrer || !URL.canParse(referrer)) return "";
  const { protocol, hostname } = new URL(referrer);
  const host = hostname.replace(/^www\./, "").replace(/\.$/, "");
  const isPublic = /^https?:$/.test(protocol) && host.includes(".") && !isIP(host);
  if (!isPublic || own.includes(host)) return "";
  return host.length > MOST_CHARACTERS ? OTHER_HOSTS : host;
}
