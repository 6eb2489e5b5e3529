import { expect, test } from "vitest";
import { inTime, type Timed } from "./deadline.server";

const LIMITS = { usual: 20, more: 20 };
const never = new AbortController().signal;
const bodyArrived = Promise.resolve();
const timed = (sender: "stranger" | "editor", more: Partial<Timed> = {}): Timed => ({
  arrived: bodyArrived,
  sender: async () => sender,
  signal: never,
  ...more,
});

/** Runs work that ends only by its signal, and records its state then. */
function endless() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = (signal: AbortSignal) => {
    signal.addEventListener("abort", () => resolve("ended late"));
    return promise;
  };
  return { work };
}

test("46 what never ends is given up, told so, and cleared away when it ends after all", async () => {
  for (const who of ["stranger", "editor"] as const) {
    const { promise: dropped, resolve } = Promise.withResolvers<string>();
    expect(await inTime(endless().work, timed(who), resolve, LIMITS)).toBeNull();
    expect(await dropped).toBe("ended late");
  }
});

test("46 editors, who wait for providers, have more time", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let calls = 0;
  const sender = async () => {
    calls++;
    resolve("in time");
    return "editor" as const;
  };
  const limits = { usual: 1, more: 60_000 };
  expect(
    await inTime(
      () => promise,
      timed("editor", { sender }),
      () => {},
      limits,
    ),
  ).toBe("in time");
  expect(calls).toBe(1);
});

test("46 the clock begins when the body is complete", async () => {
  const body = Promise.withResolvers<void>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const running = inTime(
    () => promise,
    timed("stranger", { arrived: body.promise }),
    () => {},
    { usual: 1, more: 1 },
  );
  // Waits for earlier timers: timers of the same length fire in order.
  await new Promise((done) => setTimeout(done, 5));
  resolve("whole");
  expect(await running).toBe("whole");
  body.resolve();
});

test("46 a client that leaves ends the work; a fault of the work is its own", async () => {
  const leaving = new AbortController();
  const running = inTime(endless().work, timed("stranger", { signal: leaving.signal }), () => {});
  leaving.abort();
  expect(await running).toBe("ended late");
  const failing = () => Promise.reject(new Error("broken"));
  await expect(inTime(failing, timed("stranger"), () => {})).rejects.toThrow("broken");
});
