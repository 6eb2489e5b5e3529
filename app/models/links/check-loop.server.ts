/** The weekly check of links at work: begins some minutes after the start, and looks every hour whether it is time again. */
import { log } from "~/log.server";
import { checkAllLinks, isRoundDue, type RoundOptions } from "./check.server";

const FIRST_AFTER_MS = 5 * 60_000;
const LOOK_EVERY_MS = 60 * 60_000;

/**
 * In one process only. The timer keeps no process running.
 *
 * @param options for tests.
 */
export function startLinkChecks({
  firstAfterMs = FIRST_AFTER_MS,
  ...options
}: Omit<RoundOptions, "signal"> & { firstAfterMs?: number } = {}): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let working: Promise<void> = Promise.resolve();
  let timer = wait(firstAfterMs);

  function wait(ms: number) {
    return setTimeout(() => {
      working = work();
    }, ms).unref();
  }

  async function work(): Promise<void> {
    try {
      if (await isRoundDue()) await checkAllLinks({ ...options, signal: stopping.signal });
    } catch (error) {
      log.warn({ err: error }, "the check of links failed; it goes on in an hour");
    }
    if (!stopping.signal.aborted) timer = wait(LOOK_EVERY_MS);
  }

  return {
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      await working;
    },
  };
}
