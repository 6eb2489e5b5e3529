import { setImmediate as othersTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { RequestInfo } from "./incoming.server";
import { acquireSlot, limiterCounts } from "./lanes.server";

const READ = { method: "GET", path: "/directory" } as RequestInfo;
const strangers = { client: null, isUpload: false, sender: async () => "stranger" as const };

test("reliability 9 of reads that arrive together only as many as there are slots run before others have a turn", async () => {
  const { signal } = new AbortController();
  let done = 0;
  // A read of SQLite waits for nothing but its slot.
  const read = async () => {
    const release = await acquireSlot(READ, { ...strangers, signal });
    done++;
    release?.();
  };
  const reads = Promise.all(Array.from({ length: 200 }, read));
  for (let before = 0; done < 200; before = done) {
    await othersTurn();
    expect(done - before).toBeLessThanOrEqual(8);
  }
  await reads;
  expect(limiterCounts()).toEqual({ running: 0, queued: 0 });
});

test("reliability 9 nobody works for a client who left before the turn came", async () => {
  const left = new AbortController();
  const slot = acquireSlot(READ, { ...strangers, signal: left.signal });
  left.abort();
  expect(await slot).toBeNull();
  expect(limiterCounts()).toEqual({ running: 0, queued: 0 });
});
