/** Classifies and normalizes IP addresses. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The only range from which IANA assigns public IPv6 addresses. */
const ASSIGNED_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Returns an IPv6 address in the form of RFC 5952, and any other text unchanged. */
export function canonicalAddress(address: string): string {
  return isIP(address) ? ipaddr.parse(address).toString() : address;
}

/** Tells whether an address belongs to the public internet (IANA's registries of special purposes). */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsedAddress = ipaddr.parse(address);
  return parsedAddress.range() === "unicast" && (parsedAddress.kind() === "ipv4" || parsedAddress.match(ASSIGNED_IPV6));
}

/** Tells whether the host name of a URL means this machine. */
export function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  return hostname === "localhost" || (isIP(address) !== 0 && ipaddr.process(address).range() === "loopback");
}
