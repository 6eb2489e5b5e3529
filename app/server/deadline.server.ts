/** Limits the time of each answer from the end of its body, so that no slot is held for ever. */
import type { Sender } from "~/auth/session.server";
import { env } from "~/env.server";

export interface Limits {
  usual: number;
  /** More, for editors: only they wait for providers of AI, which have a limit of their own. */
  more: number;
}

const LIMITS_MS: Limits = { usual: 60_000, more: env.AI_TIMEOUT_MS };

export interface Timed {
  /** The body is complete, or nothing more of it is waited for. */
  arrived: Promise<unknown>;
  /** Called only after the time is up. */
  sender: () => Promise<Sender>;
  /** Aborts when the client has left. */
  signal: AbortSignal;
}

/**
 * Runs `work` with a signal that aborts when the client has left or time is up.
 * @param drop Discards the result of `work` after that.
 * @returns null after the time limit.
 */
export async function inTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { arrived, sender, signal }: Timed,
  drop: (result: T) => void,
  { usual, more }: Limits = LIMITS_MS,
): Promise<T | null> {
  const stop = new AbortController();
  const { promise: late, resolve } = Promise.withResolvers<null>();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const expire = () => {
    resolve(null);
    stop.abort();
  };
  const wait = (milliseconds: number, then: () => unknown) => {
    if (!isOver) timer = setTimeout(then, milliseconds);
  };
  const askWho = async () => {
    const who = await sender().catch((): Sender => "stranger");
    if (who === "editor") wait(more, expire);
    else expire();
  };
  arrived.then(() => wait(usual, askWho));
  const running = work(AbortSignal.any([signal, stop.signal]));
  try {
    return await Promise.race([running, late]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    if (stop.signal.aborted) running.then(drop, () => {});
  }
}
