/** When the work on a request begins: Node runs one thing after the other, so whatever begins holds up everything else. */
import { setImmediate as nextRound } from "node:timers/promises";

/** A round takes one new connection, and what it asks may be answered at once, out of memory. */
const MOST_CONNECTIONS_FIRST = 64;

let connections = 0;
let lastTurn: Promise<void> = Promise.resolve();

/** To be called for each new connection. */
export function noteConnection(): void {
  connections++;
}

/** Waits for a round of Node's loop in which no other request begins, and lets waiting connections in before. */
export function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(letIn);
  return lastTurn;
}

async function letIn(): Promise<void> {
  for (let first = 0; first < MOST_CONNECTIONS_FIRST; first++) {
    const before = connections;
    await nextRound();
    if (connections === before) return;
  }
}
