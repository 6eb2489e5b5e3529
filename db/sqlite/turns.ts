/**
 * Gives others a turn: SQLite answers while the process waits, so a long series of queries would hold up everything else.
 */
import { setImmediate } from "node:timers";
import { setImmediate as nextRound } from "node:timers/promises";

/** The longest run without a break. Pages take less; longer work lets others in between its queries. */
const LONGEST_RUN_MS = 25;

let runBegan: number | null = null;

/** Lets others in if queries have followed each other for long. Await it before a query outside of transactions. */
export async function letOthersIn(): Promise<void> {
  if (runBegan !== null && performance.now() - runBegan > LONGEST_RUN_MS) await nextRound();
  if (runBegan === null) beginRun();
}

/** Begins a run, which lasts until Node's loop comes round. */
function beginRun(): void {
  runBegan = performance.now();
  setImmediate(() => {
    runBegan = null;
  });
}
