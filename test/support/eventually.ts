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
