import { vi } from "vitest";
import { PATIENCE } from "./patience";

/**
 * Returns what `look` returns as soon as it does not throw; asks again every so many milliseconds.
 *
 * @throws what `look` threw last, when patience is over.
 */
export function eventually<Result>(look: () => Result | Promise<Result>, interval = 100): Promise<Result> {
  return vi.waitFor(look, { timeout: PATIENCE.wait, interval });
}
