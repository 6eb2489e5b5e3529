import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip";

/** The encodings in order of preference. */
export const ENCODINGS: Encoding[] = ["br", "gzip"];

/** The limit of the header in characters: 16,000 would take 20 ms. */
const MAX_HEADER_CHARACTERS = 500;

/** Caches results, because nearly all requests have the same few headers. */
const cache = new LRUCache<string, Encoding | "identity">({ max: 100 });

/** Returns the available encoding that Accept-Encoding prefers (RFC 9110 §12.5.3); null for none. */
export function acceptedEncoding<E extends Encoding = Encoding>(
  accepted: string,
  available: E[] = ENCODINGS as E[],
): E | null {
  if (accepted.length > MAX_HEADER_CHARACTERS) return null;
  const key = `${available} ${accepted}`;
  const encoding = cache.get(key) ?? preferredEncoding(accepted, available);
  cache.set(key, encoding);
  return available.find((candidate) => candidate === encoding) ?? null;
}

function preferredEncoding(accepted: string, available: Encoding[]): Encoding | "identity" {
  // negotiator would take an empty header as accepting anything.
  const negotiator: WithPreference = new Negotiator({ headers: { "accept-encoding": accepted || "identity" } });
  return (negotiator.encoding([...available, "identity"], { preferred: available }) ?? "identity") as Encoding;
}

/** Adds the second argument, which negotiator's types lack. */
interface WithPreference {
  encoding(available: string[], options: { preferred: string[] }): string | undefined;
}
