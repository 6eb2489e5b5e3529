/** Which network addresses belong to the public internet, and finding those of a host. */
import { Resolver } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { env } from "~/env.server";

const PRIVATE_IPV4: [network: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

const PRIVATE_IPV6: [network: string, prefix: number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const refused = new BlockList();
for (const [network, prefix] of PRIVATE_IPV4) refused.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of PRIVATE_IPV6) refused.addSubnet(network, prefix, "ipv6");

const givenOut = new BlockList();
givenOut.addSubnet("2000::", 3, "ipv6");

/** Whether an address may be connected to: a public one at port 80 or 443, or one that FETCH_PRIVATE names. */
export function isReachable(address: string, port: number): boolean {
  if (isNamed(address, port)) return true;
  return isWebPort(port) && isPublic(address);
}

/** Whether anything at this port may be connected to, whatever the address. */
export function isPossiblePort(port: number): boolean {
  return isWebPort(port) || env.FETCH_PRIVATE.some((one) => one.port === port);
}

function isWebPort(port: number): boolean {
  return port === 80 || port === 443;
}

/** Whether FETCH_PRIVATE names an address. */
export function isNamed(address: string, port: number): boolean {
  return env.FETCH_PRIVATE.some((one) => one.address === address && one.port === port);
}

function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, "ipv4");
  return family === 6 && givenOut.check(address, "ipv6") && !refused.check(address, "ipv6");
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
export const lookUp: Lookup = async (host, signal) => {
  const name = host.toLowerCase().replace(/\.$/, "");
  if (isIP(name)) return [name];
  if (!name.includes(".") || PRIVATE_NAMES.test(name)) return [];
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [four, six].flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    const problem = [four, six].find((one) => one.status === "rejected" && !isNothing(one.reason));
    if (found.length === 0 && problem?.status === "rejected") throw problem.reason;
    return found;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};

function isNothing(reason: unknown): boolean {
  return ["ENOTFOUND", "ENODATA"].includes((reason as NodeJS.ErrnoException).code ?? "");
}
