/** Repeats background work. */
import { log } from "~/log.server";
import { withLease } from "./lease.server";

export interface Loop {
  wake(): void;
  stop(): Promise<void>;
}

interface LoopOptions {
  name: string;
  everyMs: number; // Milliseconds from the end of a run to the next one
  firstAfterMs?: number; // Milliseconds before the first run; 0 starts it at once
  everywhere?: boolean; // Runs in each node; otherwise in one at a time
  afterFailureMs?: number; // Milliseconds after a run that threw; `everyMs` by default
}

/** Repeats `work` until `stop`, with never more than one run at a time. */
export function startLoop(options: LoopOptions, work: (signal: AbortSignal) => Promise<unknown>): Loop {
  const { name, everyMs, firstAfterMs = 0, afterFailureMs = everyMs, everywhere = false } = options;
  const stopController = new AbortController();
  let currentRun: Promise<void> | null = null;
  let isWokenAgain = false;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    if (stopController.signal.aborted) return;
    clearTimeout(timer);
    if (currentRun) isWokenAgain = true;
    else currentRun = run();
  }

  async function run(): Promise<void> {
    let waitMs = everyMs;
    try {
      await (everywhere ? work(stopController.signal) : withLease(name, stopController.signal, work));
    } catch (error) {
      if (!stopController.signal.aborted)
        log.warn({ err: error, loop: name }, "background work failed and is tried again");
      waitMs = afterFailureMs;
    }
    currentRun = null;
    if (!stopController.signal.aborted) timer = setTimeout(wake, isWokenAgain ? 0 : waitMs).unref();
    isWokenAgain = false;
  }

  if (firstAfterMs === 0) wake();
  else timer = setTimeout(wake, firstAfterMs).unref();
  return {
    wake,
    async stop() {
      clearTimeout(timer);
      stopController.abort();
      await currentRun;
    },
  };
}
