/** SQLite answers while the process waits: whoever asks on and on would hold up everything else. */
import { setImmediate } from "node:timers";
import { setImmediate as nextRound } from "node:timers/promises";

/** A page takes less; what takes longer lets others in between its queries. */
const LONGEST_RUN_MS = 25;

let runBegan: number | null = null;

/** To be awaited before a query outside of transactions: lets others in when queries have followed each other for long. */
export async function letOthersIn(): Promise<void> {
  if (runBegan !== null && performance.now() - runBegan > LONGEST_RUN_MS) await nextRound();
  if (runBegan === null) beginRun();
}

/** It lasts until Node's loop comes round. */
function beginRun(): void {
  runBegan = performance.now();
  setImmediate(() => {
    runBegan = null;
  });
}
