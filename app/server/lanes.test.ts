import { setImmediate as othersTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { noteConnection } from "~/turns.server";
import type { RequestInfo } from "./incoming.server";
import { acquireSlot, limiterCounts } from "./lanes.server";

const READ = { method: "GET", path: "/directory" } as RequestInfo;
const strangers = {
  client: null,
  isUpload: false,
  sender: async () => "stranger" as const,
  holder: async () => null,
};

test("reliability 9 of reads that arrive together one begins after the other, and others have a turn between them", async () => {
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
    expect(done - before).toBeLessThanOrEqual(1);
  }
  await reads;
  expect(limiterCounts()).toEqual({ running: 0, queued: 0 });
});

test("reliability 9 connections that wait are let in before a read begins, and not for ever", async () => {
  const { signal } = new AbortController();
  const begun = { reads: 0 };
  const reads = [1, 2].map(async () => {
    (await acquireSlot(READ, { ...strangers, signal }))?.();
    begun.reads++;
  });
  for (let connection = 0; connection < 20; connection++) {
    noteConnection();
    await othersTurn();
    expect(begun.reads).toBe(0);
  }
  for (let connection = 0; connection < 200; connection++) {
    noteConnection();
    await othersTurn();
  }
  expect(begun.reads).toBe(2);
  await Promise.all(reads);
});

test("reliability 9 nobody works for a client who left before the turn came", async () => {
  const leaving = new AbortController();
  const slot = acquireSlot(READ, { ...strangers, signal: leaving.signal });
  leaving.abort();
  expect(await slot).toBeNull();
  expect(limiterCounts()).toEqual({ running: 0, queued: 0 });
});
