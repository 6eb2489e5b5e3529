/**
 * Whether a recorded history of reads and writes is one that a single register per key could have had: no acknowledged write
 * is lost, and nobody reads anything older than what was acknowledged, or what they saw, before they asked. Each key's
 * writes have an order, which the store itself gives; with it known, these conditions are those of linearizability
 * (Herlihy and Wing, 1990).
 */

export interface Operation {
  client: string;
  key: string;
  kind: "read" | "write";
  /** Of a write, a value that no other write has. */
  value: string;
  /** By one clock, in milliseconds: when it was asked, and when it was answered. */
  from: number;
  to: number;
  /** A write with another answer, or without any, may have happened or not, unless it was refused. */
  outcome: "acknowledged" | "unknown" | "refused";
}

export interface Findings {
  /** Acknowledged, and not in the order. */
  lost: string[];
  /** Later in the order than a write that began after its answer. */
  misplaced: string[];
  /** Older than what was acknowledged to anybody before the read began. */
  stale: string[];
  /** Older than what the same client read or wrote before. */
  backwards: string[];
  /** Values that nobody wrote, or whose write was refused. */
  invented: string[];
}

/** @param orders the values of each key in the order in which the store has them, the first one included. */
export function checkHistory(history: Operation[], orders: ReadonlyMap<string, string[]>): Findings {
  const findings: Findings = { lost: [], misplaced: [], stale: [], backwards: [], invented: [] };
  for (const [key, order] of orders) {
    const places = new Map(order.map((value, place) => [value, place]));
    checkKey(
      history.filter((operation) => operation.key === key),
      places,
      findings,
    );
  }
  for (const { key } of history) if (!orders.has(key)) throw new Error(`There is no order for ${key}.`);
  return findings;
}

function checkKey(history: Operation[], places: ReadonlyMap<string, number>, findings: Findings): void {
  const writes = history.filter(({ kind }) => kind === "write");
  const refused = new Set(writes.filter(({ outcome }) => outcome === "refused").map(({ value }) => value));
  const tried = new Set(writes.map(({ value }) => value));
  for (const value of places.keys())
    if (refused.has(value)) findings.invented.push(`${value} was refused, and is there`);

  // In the order of time: what is known when an operation begins is what ended before it began.
  const ended = history.filter(({ outcome }) => outcome === "acknowledged").sort((a, b) => a.to - b.to);
  const begun = [...history].sort((a, b) => a.from - b.from);
  const known = { write: newest(), all: new Map<string, ReturnType<typeof newest>>() };
  let at = 0;
  for (const operation of begun) {
    for (; (ended[at]?.to ?? Number.POSITIVE_INFINITY) < operation.from; at++) {
      const { client, kind, value } = ended[at] as Operation;
      const place = places.get(value);
      if (place === undefined) continue;
      if (kind === "write") known.write.see(place, value);
      const ofClient = known.all.get(client) ?? newest();
      ofClient.see(place, value);
      known.all.set(client, ofClient);
    }
    judge(operation, { places, tried, known: known.write, own: known.all.get(operation.client) ?? newest() }, findings);
  }
}

function newest() {
  const newestWrite = { place: -1, value: "" };
  const see = (place: number, value: string) => {
    if (place > newestWrite.place) Object.assign(newestWrite, { place, value });
  };
  return { found: newestWrite, see };
}

interface Known {
  places: ReadonlyMap<string, number>;
  tried: ReadonlySet<string>;
  /** The newest write that was acknowledged before, and the newest of what this client read and wrote before. */
  known: ReturnType<typeof newest>;
  own: ReturnType<typeof newest>;
}

function judge(operation: Operation, { places, tried, known, own }: Known, findings: Findings): void {
  const { client, kind, value, outcome } = operation;
  const place = places.get(value);
  if (kind === "write") {
    if (outcome !== "acknowledged") return;
    if (place === undefined) findings.lost.push(`${client} wrote ${value}`);
    else if (place < known.found.place) findings.misplaced.push(`${value} stands before ${known.found.value}`);
    return;
  }
  if (outcome !== "acknowledged") return;
  if (place === undefined) {
    // One that may have happened was read, so it has.
    findings[tried.has(value) ? "lost" : "invented"].push(`${client} read ${value}`);
    return;
  }
  if (place < known.found.place)
    findings.stale.push(`${client} read ${value} after ${known.found.value} was acknowledged`);
  if (place < own.found.place) findings.backwards.push(`${client} read ${value} after ${own.found.value}`);
}
