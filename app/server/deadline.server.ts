/** Limits the time of each answer, counted from the end of the request's body. */
import type { Sender } from "~/auth/session.server";
import { env } from "~/env.server";

export interface TimeLimits {
  others: number;
  /** The time added for editors, because only they wait for AI providers, which have a limit of their own. */
  editors: number;
}

const LIMITS_MS: TimeLimits = { others: 60_000, editors: env.AI_TIMEOUT_MS };

export interface TimedRequest {
  /** Resolves when the body is complete or abandoned. */
  arrival: Promise<unknown>;
  /** Is called only after the usual time limit. */
  sender: () => Promise<Sender>;
  /** Aborts when the client has left. */
  signal: AbortSignal;
}

/**
 * Runs `work` with a signal that aborts at the time limit, or when the client has left.
 * @param discard Receives a result that comes after the time limit.
 * @returns null after the time limit.
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { arrival, sender, signal }: TimedRequest,
  discard: (result: T) => void,
  { others: usualMs, editors: editorsMs }: TimeLimits = LIMITS_MS,
): Promise<T | null> {
  const abortController = new AbortController();
  const { promise: timeout, resolve } = Promise.withResolvers<null>();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const expire = () => {
    resolve(null);
    abortController.abort();
  };
  const wait = (milliseconds: number, callback: () => unknown) => {
    if (!isOver) timer = setTimeout(callback, milliseconds);
  };
  const extendForEditors = async () => {
    const senderKind = await sender().catch((): Sender => "stranger");
    if (senderKind === "editor") wait(editorsMs, expire);
    else expire();
  };
  arrival.then(() => wait(usualMs, extendForEditors));
  const runningWork = work(AbortSignal.any([signal, abortController.signal]));
  try {
    return await Promise.race([runningWork, timeout]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    if (abortController.signal.aborted) runningWork.then(discard, () => {});
  }
}
