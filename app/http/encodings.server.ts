import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip";

/** The first is taken where a client weighs them alike. */
export const ENCODINGS: Encoding[] = ["br", "gzip"];

/** Most characters: 16,000 would take 20 ms. */
const LONGEST = 500;

/** Caches results: each answer needs one, and they are nearly always equal. */
const cache = new LRUCache<string, Encoding | "identity">({ max: 100 });

/**
 * Returns the encoding by the weights of Accept-Encoding (RFC 9110 §12.5.3); null for plain bytes, or if none is available.
 */
export function acceptedEncoding<E extends Encoding = Encoding>(
  accepted: string,
  available: E[] = ENCODINGS as E[],
): E | null {
  if (accepted.length > LONGEST) return null;
  const key = `${available} ${accepted}`;
  const encoding = cache.get(key) ?? preferred(accepted, available);
  cache.set(key, encoding);
  return available.find((candidate) => candidate === encoding) ?? null;
}

function preferred(accepted: string, available: Encoding[]): Encoding | "identity" {
  // An empty header accepts anything for negotiator.
  const negotiator: WithPreference = new Negotiator({ headers: { "accept-encoding": accepted || "identity" } });
  return (negotiator.encoding([...available, "identity"], { preferred: available }) ?? "identity") as Encoding;
}

/** The types of negotiator do not know its second argument yet. */
interface WithPreference {
  encoding(available: string[], options: { preferred: string[] }): string | undefined;
}
