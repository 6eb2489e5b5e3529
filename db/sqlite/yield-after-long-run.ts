/** Yields the event loop during long series of queries, because SQLite answers synchronously. */
import { setImmediate } from "node:timers";
import { setImmediate as nextTick } from "node:timers/promises";

/** The longest run of queries without a break; those of a page take less. */
const MAX_RUN_MS = 25;

let runStartedAt: number | null = null;

/** Yields if queries have run for too long without a break. Await it before a query outside of transactions. */
export async function yieldAfterLongRun(): Promise<void> {
  if (runStartedAt !== null && performance.now() - runStartedAt > MAX_RUN_MS) await nextTick();
  if (runStartedAt === null) beginRun();
}

/** Begins a run, which lasts until the next round of the event loop. */
function beginRun(): void {
  runStartedAt = performance.now();
  setImmediate(() => {
    runStartedAt = null;
  });
}
