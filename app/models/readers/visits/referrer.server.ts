import { isIP } from "node:net";

const MAX_CHARACTERS = 100;

/** Stands for the hosts beyond the limits. */
export const OTHER_HOSTS = "others";

/**
 * Returns the host of a Referer header without "www."; "" if there is none, for `ownHosts`, and for names of private
 * networks.
 */
export function referringHost(referrer: string | undefined, ownHosts: readonly string[]): string {
  if (!referrer || !URL.canParse(referrer)) return "";
  const { protocol, hostname } = new URL(referrer);
  const host = hostname.replace(/^www\./, "").replace(/\.$/, "");
  const isPublic = /^https?:$/.test(protocol) && host.includes(".") && !isIP(host);
  if (!isPublic || ownHosts.includes(host)) return "";
  return host.length > MAX_CHARACTERS ? OTHER_HOSTS : host;
}
