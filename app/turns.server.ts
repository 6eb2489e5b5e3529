/** Turns of the event loop: SQLite waits for nothing, so whoever reads much has to let others go before. */
import { setImmediate as nextRound } from "node:timers/promises";

let last: Promise<void> = Promise.resolve();

/**
 * Waits until others had the processor. Of all who wait here, one goes on in each round of the loop: with a plain
 * `setImmediate` sixty answers that are made at once would each do their part in one and the same round.
 */
export function othersTurn(): Promise<void> {
  last = last.then(() => nextRound());
  return last;
}
