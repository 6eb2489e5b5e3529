/** Yields Node's event loop during long work: SQLite reads are synchronous, and would block all other requests. */
import { setImmediate as nextTick } from "node:timers/promises";

let lastYield: Promise<void> = Promise.resolve();

/**
 * Lets other work run first. One waiting caller continues in each round of the event loop; with plain `setImmediate` sixty
 * answers would all continue in the same round.
 */
export function yieldToOthers(): Promise<void> {
  lastYield = lastYield.then(() => nextTick());
  return lastYield;
}

/** The number of rounds of the event loop in which new connections go first, one each. Many are answered from memory. */
const MAX_CONNECTIONS_FIRST = 64;

let connections = 0;
let lastTurn: Promise<void> = Promise.resolve();

/** Counts a new connection. */
export function noteConnection(): void {
  connections++;
}

/** Waits until no other request begins in the same round of the event loop, and until waiting connections are accepted. */
export function waitForOwnTurn(): Promise<void> {
  lastTurn = lastTurn.then(acceptConnections);
  return lastTurn;
}

async function acceptConnections(): Promise<void> {
  for (let round = 0; round < MAX_CONNECTIONS_FIRST; round++) {
    const connectionsBefore = connections;
    await nextTick();
    if (connections === connectionsBefore) return;
  }
}
