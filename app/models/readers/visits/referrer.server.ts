import { isIP } from "node:net";

const MAX_CHARACTERS = 100;

/** Replaces hosts beyond the limits. */
export const OTHER_HOSTS = "others";

/**
 * Returns the host of a Referer header, without path and "www."; "" for none, for one of `ownHosts`, and for a name that
 * only has a meaning in a private network.
 */
export function referringHost(referrer: string | undefined, ownHosts: readonly string[]): string {
  if (!referrer || !URL.canParse(referrer)) return "";
  const { protocol, hostname } = new URL(referrer);
  const host = hostname.replace(/^www\./, "").replace(/\.$/, "");
  const isPublic = /^https?:$/.test(protocol) && host.includes(".") && !isIP(host);
  if (!isPublic || ownHosts.includes(host)) return "";
  return host.length > MAX_CHARACTERS ? OTHER_HOSTS : host;
}
