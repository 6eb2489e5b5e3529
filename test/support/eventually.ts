import { vi } from "vitest";
import { PATIENCE } from "./patience";

/**
 * Calls `look` every `interval` milliseconds until it does not throw, and returns its result.
 *
 * @throws the last error of `look`, after PATIENCE.wait.
 */
export function eventually<Result>(look: () => Result | Promise<Result>, interval = 100): Promise<Result> {
  return vi.waitFor(look, { timeout: PATIENCE.wait, interval });
}

/**
 * Calls `read` every `interval` milliseconds until its result fulfils `isDone`, and returns that result. A loop without
 * pauses would take the processor from the program that it waits for.
 *
 * @throws Error with the last result, after PATIENCE.wait.
 */
export function pollUntil<Result>(
  read: () => Promise<Result>,
  isDone: (result: Result) => boolean,
  interval = 20,
): Promise<Result> {
  return eventually(async () => {
    const result = await read();
    if (!isDone(result)) throw new Error(`The last result was ${JSON.stringify(result)?.slice(0, 500)}.`);
    return result;
  }, interval);
}
