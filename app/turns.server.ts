/**
 * Gives turns of Node's loop to others: it runs one thing after the other, and SQLite never waits, so long work holds up
 * everything else.
 */
import { setImmediate as nextRound } from "node:timers/promises";

let lastPart: Promise<void> = Promise.resolve();

/**
 * Waits until others had the processor. Of all that wait here, one continues in each round of the loop: with a plain
 * `setImmediate`, sixty answers made together would each do their part in one round.
 */
export function othersTurn(): Promise<void> {
  lastPart = lastPart.then(() => nextRound());
  return lastPart;
}

/** Most rounds for new connections, of which each takes one, so that its request may be answered from memory. */
const MOST_CONNECTIONS_FIRST = 64;

let connections = 0;
let lastRequest: Promise<void> = Promise.resolve();

/** Call it for each new connection. */
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
