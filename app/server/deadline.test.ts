import { expect, test } from "vitest";
import { type TimedRequest, withDeadline } from "./deadline.server";

const LIMITS = { others: 20, editors: 20 };
const neverAborted = new AbortController().signal;
const bodyArrived = Promise.resolve();
const timedRequest = (sender: "stranger" | "editor", options: Partial<TimedRequest> = {}): TimedRequest => ({
  arrival: bodyArrived,
  sender: async () => sender,
  signal: neverAborted,
  ...options,
});

/** Returns work that ends only when its signal aborts. */
function endlessWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = (signal: AbortSignal) => {
    signal.addEventListener("abort", () => resolve("ended late"));
    return promise;
  };
  return { work };
}

test("reliability 46 endless work is aborted at the time limit, and its late result is discarded", async () => {
  for (const sender of ["stranger", "editor"] as const) {
    const { promise: discardedResult, resolve } = Promise.withResolvers<string>();
    expect(await withDeadline(endlessWork().work, timedRequest(sender), resolve, LIMITS)).toBeNull();
    expect(await discardedResult).toBe("ended late");
  }
});

test("reliability 46 editors get more time, because they wait for providers", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let calls = 0;
  const sender = async () => {
    calls++;
    resolve("in time");
    return "editor" as const;
  };
  const limits = { others: 1, editors: 60_000 };
  expect(
    await withDeadline(
      () => promise,
      timedRequest("editor", { sender }),
      () => {},
      limits,
    ),
  ).toBe("in time");
  expect(calls).toBe(1);
});

test("reliability 46 the time counts from the end of the body", async () => {
  const body = Promise.withResolvers<void>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const runningWork = withDeadline(
    () => promise,
    timedRequest("stranger", { arrival: body.promise }),
    () => {},
    { others: 1, editors: 1 },
  );
  // Waits for earlier timers: timers of the same length fire in order.
  await new Promise((resolve) => setTimeout(resolve, 5));
  resolve("whole");
  expect(await runningWork).toBe("whole");
  body.resolve();
});

test("reliability 46 the work is aborted if the client leaves, and its own errors are passed on", async () => {
  const leaving = new AbortController();
  const runningWork = withDeadline(endlessWork().work, timedRequest("stranger", { signal: leaving.signal }), () => {});
  leaving.abort();
  expect(await runningWork).toBe("ended late");
  const failingWork = () => Promise.reject(new Error("broken"));
  await expect(withDeadline(failingWork, timedRequest("stranger"), () => {})).rejects.toThrow("broken");
});
