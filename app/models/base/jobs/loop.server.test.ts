import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "~/log.server";
import { startLoop } from "./loop.server";

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("work runs at once and then at its interval, counted from the end of a run", async () => {
  const runs: number[] = [];
  const start = Date.now();
  const loop = startLoop({ name: "test", everywhere: true, everyMs: MINUTE }, async () => {
    runs.push((Date.now() - start) / MINUTE);
    await new Promise((resolve) => setTimeout(resolve, 2 * MINUTE));
  });
  await vi.advanceTimersByTimeAsync(7 * MINUTE);
  expect(runs).toEqual([0, 3, 6]);
  void loop.stop();
});

test("what it throws is logged, and it is tried again after its own delay", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  let runs = 0;
  const times = { everyMs: MINUTE, firstAfterMs: MINUTE, afterFailureMs: 10 * MINUTE };
  const loop = startLoop({ name: "test", everywhere: true, ...times }, async () => {
    runs++;
    throw new Error("no disk");
  });
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(runs).toBe(2);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ loop: "test" }), expect.any(String));
  warn.mockRestore();
  await loop.stop();
});

test("woken while it runs, it runs once more and never twice at a time", async () => {
  let [runs, now] = [0, 0];
  const loop = startLoop({ name: "test", everywhere: true, everyMs: MINUTE }, async () => {
    runs++;
    expect(++now).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    now--;
  });
  for (let time = 0; time < 5; time++) loop.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(2);
  await loop.stop();
});

test("a stop aborts the run under way and waits for it, and no other begins", async () => {
  let runs = 0;
  const loop = startLoop({ name: "test", everywhere: true, everyMs: MINUTE }, async (signal) => {
    runs++;
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  });
  await loop.stop();
  loop.wake();
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(runs).toBe(1);
});
