/** Large answers, whose bytes lie beside the heap: V8 sees little of them, and would let tens of megabytes wait to be freed. */

/** Of an answer, in bytes. */
const LARGE = 256 * 1024;
/** How much of them may wait. To look for what is no longer used takes V8 a third of a millisecond. */
const MOST_WAITING = 3 * 1024 * 1024;

let waiting = 0;

/**
 * Counts an answer that was sent, and has its memory freed together with that of others. Without Node's `--expose-gc`
 * (scripts/server-options.mjs) V8 does that when it sees fit.
 *
 * @param bytes of what was made for it: compressed or unchanged, much less is sent.
 */
export function releaseLarge(bytes: number): void {
  if (bytes < LARGE) return;
  waiting += bytes;
  if (waiting < MOST_WAITING) return;
  waiting = 0;
  globalThis.gc?.({ type: "minor" });
}
