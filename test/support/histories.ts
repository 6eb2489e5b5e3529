/**
 * Checks that a recorded history of reads and writes is linearizable (Herlihy and Wing, 1990). No acknowledged write is
 * lost. No read returns a value older than one that was acknowledged, or that its client saw, before the read began. The
 * store itself gives the order of each key's writes.
 */

export interface Operation {
  client: string;
  key: string;
  kind: "read" | "write";
  /** Each write has a value that no other write has. */
  value: string;
  /** The times of the request and of its answer, in milliseconds of one clock. */
  from: number;
  to: number;
  /** "unknown": the write got no answer, so it may have happened or not. */
  outcome: "acknowledged" | "unknown" | "refused";
}

export interface Violations {
  /** Values that were acknowledged or read, but are not in the store's order. */
  missing: string[];
  /** Writes that stand before a value which was acknowledged before they began. */
  misplaced: string[];
  /** Reads of values older than one that was acknowledged before the read began. */
  stale: string[];
  /** Reads of values older than one that the same client read or wrote before. */
  backwards: string[];
  /** Values that no client wrote, or whose write was refused. */
  unexplained: string[];
}

/** @param valueOrders the values of each key in the order of the store, including the initial value. */
export function checkHistory(history: Operation[], valueOrders: ReadonlyMap<string, string[]>): Violations {
  const violations: Violations = { missing: [], misplaced: [], stale: [], backwards: [], unexplained: [] };
  for (const [key, order] of valueOrders) {
    const positions = new Map(order.map((value, position) => [value, position]));
    checkKey(
      history.filter((operation) => operation.key === key),
      positions,
      violations,
    );
  }
  for (const { key } of history) if (!valueOrders.has(key)) throw new Error(`There is no order for ${key}.`);
  return violations;
}

function checkKey(history: Operation[], positions: ReadonlyMap<string, number>, violations: Violations): void {
  const writes = history.filter(({ kind }) => kind === "write");
  const refusedValues = new Set(writes.filter(({ outcome }) => outcome === "refused").map(({ value }) => value));
  const attempted = new Set(writes.map(({ value }) => value));
  for (const value of positions.keys())
    if (refusedValues.has(value)) violations.unexplained.push(`${value} was refused, and is there`);

  // An operation may rely on all operations that were completed before it began.
  const completed = history.filter(({ outcome }) => outcome === "acknowledged").sort((a, b) => a.to - b.to);
  const byStart = [...history].sort((a, b) => a.from - b.from);
  const newestValues = { write: trackNewest(), all: new Map<string, ReturnType<typeof trackNewest>>() };
  let completedCount = 0;
  for (const operation of byStart) {
    for (; (completed[completedCount]?.to ?? Number.POSITIVE_INFINITY) < operation.from; completedCount++) {
      const { client, kind, value } = completed[completedCount] as Operation;
      const position = positions.get(value);
      if (position === undefined) continue;
      if (kind === "write") newestValues.write.record(position, value);
      const newestOfClient = newestValues.all.get(client) ?? trackNewest();
      newestOfClient.record(position, value);
      newestValues.all.set(client, newestOfClient);
    }
    checkOperation(
      operation,
      {
        positions,
        attempted,
        acknowledged: newestValues.write,
        seenByClient: newestValues.all.get(operation.client) ?? trackNewest(),
      },
      violations,
    );
  }
}

function trackNewest() {
  const newestWrite = { position: -1, value: "" };
  const record = (position: number, value: string) => {
    if (position > newestWrite.position) Object.assign(newestWrite, { position, value });
  };
  return { newest: newestWrite, record };
}

interface Context {
  positions: ReadonlyMap<string, number>;
  attempted: ReadonlySet<string>;
  /** The newest value acknowledged to any client, and the newest value that this client read or wrote. */
  acknowledged: ReturnType<typeof trackNewest>;
  seenByClient: ReturnType<typeof trackNewest>;
}

function checkOperation(
  operation: Operation,
  { positions, attempted, acknowledged, seenByClient }: Context,
  violations: Violations,
): void {
  const { client, kind, value, outcome } = operation;
  const position = positions.get(value);
  if (kind === "write") {
    if (outcome !== "acknowledged") return;
    if (position === undefined) violations.missing.push(`${client} wrote ${value}`);
    else if (position < acknowledged.newest.position)
      violations.misplaced.push(`${value} stands before ${acknowledged.newest.value}`);
    return;
  }
  if (outcome !== "acknowledged") return;
  if (position === undefined) {
    // A write of unknown outcome has happened if a client read its value.
    violations[attempted.has(value) ? "missing" : "unexplained"].push(`${client} read ${value}`);
    return;
  }
  if (position < acknowledged.newest.position)
    violations.stale.push(`${client} read ${value} after ${acknowledged.newest.value} was acknowledged`);
  if (position < seenByClient.newest.position)
    violations.backwards.push(`${client} read ${value} after ${seenByClient.newest.value}`);
}
