/** IP addresses: how they are written, and which network they belong to. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The assigned addresses of IPv6 (IANA); no host has another one. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR("2000::/3");

/** An IPv6 address as RFC 5952 writes it; any other text unchanged. */
export function canonicalAddress(address: string): string {
  return isIP(address) ? ipaddr.parse(address).toString() : address;
}

/** Tells whether an address belongs to the public internet (IANA's registries of special purposes). */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(GIVEN_OUT));
}

/** Tells whether the host name of a URL means this machine. */
export function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  return hostname === "localhost" || (isIP(address) !== 0 && ipaddr.process(address).range() === "loopback");
}
