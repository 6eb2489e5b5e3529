/** Turns of Node's loop: it runs one thing after the other, and SQLite waits for nothing, so whatever goes on holds up everything else. */
import { setImmediate as nextRound } from "node:timers/promises";

let lastPart: Promise<void> = Promise.resolve();

/**
 * Waits until others had the processor. Of all who wait here, one goes on in each round of the loop: with a plain
 * `setImmediate` sixty answers that are made at once would each do their part in one and the same round.
 */
export function othersTurn(): Promise<void> {
  lastPart = lastPart.then(() => nextRound());
  return lastPart;
}

/** A round takes one new connection, and what it asks may be answered at once, out of memory. */
const MOST_CONNECTIONS_FIRST = 64;

let connections = 0;
let lastRequest: Promise<void> = Promise.resolve();

/** To be called for each new connection. */
export function noteConnection(): void {
  connections++;
}

/** Waits for a round in which no other request begins, and lets waiting connections in before. Long answers have their parts beside. */
export function ownTurn(): Promise<void> {
  lastRequest = lastRequest.then(letIn);
  return lastRequest;
}

async function letIn(): Promise<void> {
  for (let first = 0; first < MOST_CONNECTIONS_FIRST; first++) {
    const before = connections;
    await nextRound();
    if (connections === before) return;
  }
}
