/** Decides which network addresses may be connected to, and finds those of a host. */
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { env } from "~/env.server";
import { canonicalAddress, isPublicAddress } from "./ip.server";

/** Tells whether connecting is allowed: to a public address at port 80 or 443, or to one in FETCH_PRIVATE. */
export function isReachable(address: string, port: number): boolean {
  if (isAllowlisted(address, port)) return true;
  return isWebPort(port) && isPublicAddress(address);
}

/** Tells whether connecting to this port is allowed for any address. */
export function isAllowedPort(port: number): boolean {
  return isWebPort(port) || env.FETCH_PRIVATE.some((endpoint) => endpoint.port === port);
}

function isWebPort(port: number): boolean {
  return port === 80 || port === 443;
}

/** Tells whether FETCH_PRIVATE contains an address and port. */
export function isAllowlisted(address: string, port: number): boolean {
  const canonicalForm = canonicalAddress(address);
  return env.FETCH_PRIVATE.some((endpoint) => endpoint.address === canonicalForm && endpoint.port === port);
}

export type Lookup = (host: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Top-level names that never lead to the public internet (RFC 2606, 6761, 6762, 7686, 8375, and `internal` of ICANN).
 */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|test|example|invalid|onion|home\.arpa)$/;

/**
 * Queries name servers directly. Look-ups of the operating system cannot be aborted, and a few slow ones would block the
 * threads that files and passwords need.
 */
export const lookUp: Lookup = (host, signal) => lookUpAt(null, host, signal);

/** Returns the addresses of a host; [] if there are none. Queries `servers` such as "192.0.2.1:53", or those of the system for null. */
export async function lookUpAt(servers: string[] | null, host: string, signal: AbortSignal): Promise<string[]> {
  const name = host.toLowerCase().replace(/\.$/, "");
  if (isIP(name)) return [name];
  if (!name.includes(".") || PRIVATE_NAMES.test(name)) return [];
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = [ipv4, ipv6].flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    const problem = [ipv4, ipv6].find((result) => result.status === "rejected" && !isNameMissing(result.reason));
    if (addresses.length === 0 && problem?.status === "rejected") throw problem.reason;
    return addresses;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

function isNameMissing(reason: unknown): boolean {
  return ["ENOTFOUND", "ENODATA"].includes((reason as NodeJS.ErrnoException).code ?? "");
}
