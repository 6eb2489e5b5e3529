import { setImmediate as othersTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { noteConnection } from "~/services/event-loop.server";
import type { RequestInfo } from "./incoming.server";
import { acquireSlot, limiterCounts } from "./lanes.server";

const READ = { method: "GET", path: "/directory" } as RequestInfo;
const stranger = {
  client: null,
  isUpload: false,
  sender: async () => "stranger" as const,
  holder: async () => null,
};

test("reliability 9 reads that arrive together start one by one, and other work runs between them", async () => {
  const { signal } = new AbortController();
  let doneCount = 0;
  // Like a read of SQLite, it waits only for its slot.
  const read = async () => {
    const release = await acquireSlot(READ, { ...stranger, signal });
    doneCount++;
    release?.();
  };
  const reads = Promise.all(Array.from({ length: 200 }, read));
  for (let countBefore = 0; doneCount < 200; countBefore = doneCount) {
    await othersTurn();
    expect(doneCount - countBefore).toBeLessThanOrEqual(1);
  }
  await reads;
  expect(limiterCounts()).toEqual({ running: 0, queued: 0 });
});

test("reliability 9 the server accepts waiting connections before it starts a read, up to a limit", async () => {
  const { signal } = new AbortController();
  const begunCounts = { reads: 0 };
  const reads = [1, 2].map(async () => {
    (await acquireSlot(READ, { ...stranger, signal }))?.();
    begunCounts.reads++;
  });
  for (let connection = 0; connection < 20; connection++) {
    noteConnection();
    await othersTurn();
    expect(begunCounts.reads).toBe(0);
  }
  for (let connection = 0; connection < 200; connection++) {
    noteConnection();
    await othersTurn();
  }
  expect(begunCounts.reads).toBe(2);
  await Promise.all(reads);
});

test("reliability 9 a client that has left gets no slot", async () => {
  const leaving = new AbortController();
  const slot = acquireSlot(READ, { ...stranger, signal: leaving.signal });
  leaving.abort();
  expect(await slot).toBeNull();
  expect(limiterCounts()).toEqual({ running: 0, queued: 0 });
});
