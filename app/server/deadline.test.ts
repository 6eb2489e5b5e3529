import { expect, test } from "vitest";
import { type Timed, withDeadline } from "./deadline.server";

const LIMITS = { others: 20, editors: 20 };
const never = new AbortController().signal;
const bodyArrived = Promise.resolve();
const timed = (sender: "stranger" | "editor", options: Partial<Timed> = {}): Timed => ({
  arrived: bodyArrived,
  sender: async () => sender,
  signal: never,
  ...options,
});

/** Returns work that ends only when its signal aborts. */
function endless() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = (signal: AbortSignal) => {
    signal.addEventListener("abort", () => resolve("ended late"));
    return promise;
  };
  return { work };
}

test("reliability 46 aborts endless work at the time limit, and discards its late result", async () => {
  for (const sender of ["stranger", "editor"] as const) {
    const { promise: dropped, resolve } = Promise.withResolvers<string>();
    expect(await withDeadline(endless().work, timed(sender), resolve, LIMITS)).toBeNull();
    expect(await dropped).toBe("ended late");
  }
});

test("reliability 46 gives editors more time, because they wait for providers", async () => {
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
      timed("editor", { sender }),
      () => {},
      limits,
    ),
  ).toBe("in time");
  expect(calls).toBe(1);
});

test("reliability 46 counts the time from the end of the body", async () => {
  const body = Promise.withResolvers<void>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const running = withDeadline(
    () => promise,
    timed("stranger", { arrived: body.promise }),
    () => {},
    { others: 1, editors: 1 },
  );
  // Waits for earlier timers: timers of the same length fire in order.
  await new Promise((resolve) => setTimeout(resolve, 5));
  resolve("whole");
  expect(await running).toBe("whole");
  body.resolve();
});

test("reliability 46 aborts the work if the client leaves, and passes on the work's own errors", async () => {
  const leaving = new AbortController();
  const running = withDeadline(endless().work, timed("stranger", { signal: leaving.signal }), () => {});
  leaving.abort();
  expect(await running).toBe("ended late");
  const failing = () => Promise.reject(new Error("broken"));
  await expect(withDeadline(failing, timed("stranger"), () => {})).rejects.toThrow("broken");
});
