/** Decides which network addresses may be connected to, and finds those of a host. */
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { env } from "~/env.server";
import { canonicalAddress, isPublicAddress } from "./ip.server";

/** Tells whether a connection to an address is allowed: a public one at port 80 or 443, or one that FETCH_PRIVATE names. */
export function isReachable(address: string, port: number): boolean {
  if (isNamed(address, port)) return true;
  return isWebPort(port) && isPublicAddress(address);
}

/** Tells whether anything at this port may be connected to, whatever the address. */
export function isPossiblePort(port: number): boolean {
  return isWebPort(port) || env.FETCH_PRIVATE.some((named) => named.port === port);
}

function isWebPort(port: number): boolean {
  return port === 80 || port === 443;
}

/** Tells whether FETCH_PRIVATE names an address. */
export function isNamed(address: string, port: number): boolean {
  const canonical = canonicalAddress(address);
  return env.FETCH_PRIVATE.some((named) => named.address === canonical && named.port === port);
}

export type Lookup = (host: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Top-level names that never lead to the public internet (RFC 2606, 6761, 6762, 7686, 8375, and `internal` of ICANN).
 */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|test|example|invalid|onion|home\.arpa)$/;

/**
 * Asks the name servers, not the operating system: its look-ups cannot be stopped, and a few that hang would hold up
 * whatever else waits for the same threads (files, passwords).
 */
export const lookUp: Lookup = (host, signal) => lookUpAt(null, host, signal);

/** `lookUp` by name servers such as "192.0.2.1:53"; null means the system's. */
export async function lookUpAt(servers: string[] | null, host: string, signal: AbortSignal): Promise<string[]> {
  const name = host.toLowerCase().replace(/\.$/, "");
  if (isIP(name)) return [name];
  if (!name.includes(".") || PRIVATE_NAMES.test(name)) return [];
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = [four, six].flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    const problem = [four, six].find((result) => result.status === "rejected" && !isNothing(result.reason));
    if (addresses.length === 0 && problem?.status === "rejected") throw problem.reason;
    return addresses;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

function isNothing(reason: unknown): boolean {
  return ["ENOTFOUND", "ENODATA"].includes((reason as NodeJS.ErrnoException).code ?? "");
}
