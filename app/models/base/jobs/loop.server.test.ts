import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "~/log.server";
import { MINUTE_MS } from "~/stored-times";
import { startLoop } from "./loop.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("runs the work at once, and then at its interval after the end of each run", async () => {
  const runs: number[] = [];
  const start = Date.now();
  const loop = startLoop({ name: "test", everywhere: true, everyMs: MINUTE_MS }, async () => {
    runs.push((Date.now() - start) / MINUTE_MS);
    await new Promise((resolve) => setTimeout(resolve, 2 * MINUTE_MS));
  });
  await vi.advanceTimersByTimeAsync(7 * MINUTE_MS);
  expect(runs).toEqual([0, 3, 6]);
  void loop.stop();
});

test("logs an error of the work, and tries again after the delay for failures", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  let runs = 0;
  const times = { everyMs: MINUTE_MS, firstAfterMs: MINUTE_MS, afterFailureMs: 10 * MINUTE_MS };
  const loop = startLoop({ name: "test", everywhere: true, ...times }, async () => {
    runs++;
    throw new Error("no disk");
  });
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(runs).toBe(2);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ loop: "test" }), expect.any(String));
  warn.mockRestore();
  await loop.stop();
});

test("a loop that is woken while it runs, runs once more afterwards and never twice at a time", async () => {
  let [runs, concurrent] = [0, 0];
  const loop = startLoop({ name: "test", everywhere: true, everyMs: MINUTE_MS }, async () => {
    runs++;
    expect(++concurrent).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    concurrent--;
  });
  for (let call = 0; call < 5; call++) loop.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(2);
  await loop.stop();
});

test("a stop aborts the current run, waits for it, and starts no other", async () => {
  let runs = 0;
  const loop = startLoop({ name: "test", everywhere: true, everyMs: MINUTE_MS }, async (signal) => {
    runs++;
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  });
  await loop.stop();
  loop.wake();
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(runs).toBe(1);
});
