import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db, engine, migrate } from "~/db.server";
import { log } from "~/log.server";
import { eventually } from "../../../../test/support/eventually";
import { readCursor, writeCursor } from "./cursor.server";
import { LEASE_MS, takeLease, workUnderLease } from "./lease.server";

beforeAll(async () => {
  await migrate(db);
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  vi.spyOn(engine, "now").mockImplementation(async () => Date.now());
});
afterEach(async () => {
  vi.mocked(engine.now).mockRestore();
  vi.useRealTimers();
  await db.deleteFrom("cursors").execute();
});

const neverAborts = new AbortController().signal;
const readHolder = async () => {
  const row = await db.selectFrom("cursors").select("value").where("name", "=", "lease test").executeTakeFirst();
  return row && JSON.parse(row.value).holder;
};
const advance = (ms: number) => vi.setSystemTime(Date.now() + ms);

test("one of several simultaneous nodes gets a lease, and keeps it as long as it renews it", async () => {
  const nodes = ["a", "b", "c", "d"];
  const results = await Promise.all(nodes.map((node) => takeLease("test", node)));
  expect(results.filter(Boolean)).toHaveLength(1);
  const winner = nodes[results.indexOf(true)] as string;
  const otherNode = nodes[results.indexOf(false)] as string;
  for (let renewal = 0; renewal < 3; renewal++) {
    advance(LEASE_MS - 1);
    expect(await takeLease("test", otherNode)).toBe(false);
    expect(await takeLease("test", winner)).toBe(true);
  }
  expect(await takeLease("another", otherNode)).toBe(true);
  advance(LEASE_MS);
  expect(await takeLease("test", otherNode)).toBe(true);
  expect(await takeLease("test", winner)).toBe(false);
});

test("work runs on one node at a time, and releases the lease at its end, also after a failure", async () => {
  let finishWork: (() => void) | undefined;
  const workFinished = new Promise<void>((resolve) => {
    finishWork = resolve;
  });
  const firstRun = workUnderLease("test", neverAborts, () => workFinished, { holder: "a" });
  await eventually(async () => expect(await readHolder()).toBe("a"));
  expect(await takeLease("test", "b")).toBe(false);
  const secondWork = vi.fn(async () => {});
  expect(await workUnderLease("test", neverAborts, secondWork, { holder: "b" })).toBe(false);
  expect(secondWork).not.toHaveBeenCalled();
  finishWork?.();
  expect(await firstRun).toBe(true);
  const failingRun = workUnderLease("test", neverAborts, () => Promise.reject(new Error("no disk")), { holder: "b" });
  await expect(failingRun).rejects.toThrow("no disk");
  expect(await takeLease("test", "c")).toBe(true);
});

test("a node that was paused too long stops its work, and leaves the lease to its new holder", async () => {
  const work = (signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  const pausedRun = workUnderLease("test", neverAborts, work, { holder: "a", renewEveryMs: 10 });
  await eventually(async () => expect(await readHolder()).toBe("a"));
  expect(await takeLease("test", "b")).toBe(false);
  // Gives the lease to another node, as if the first had not renewed it for 15 seconds.
  const value = JSON.stringify({ holder: "b", until: Date.now() + LEASE_MS });
  await db.updateTable("cursors").set({ value }).execute();
  await pausedRun;
  expect(await takeLease("test", "b")).toBe(true);
});

test("work that ends before it notices the loss of its lease does not release the new holder's lease", async () => {
  const value = JSON.stringify({ holder: "b", until: Date.now() + LEASE_MS });
  const work = async () => {
    await db.updateTable("cursors").set({ value }).where("name", "=", "lease test").execute();
    await expect(writeCursor("round", { at: 1 })).rejects.toThrow('another node took the lease "test"');
  };
  await workUnderLease("test", neverAborts, work, { holder: "a", renewEveryMs: LEASE_MS });
  expect(await readHolder()).toBe("b");
});

test("a paused node does not continue with a lease that another node held meanwhile, and cannot write a cursor under it", async () => {
  const errors: unknown[] = [];
  const work = async (signal: AbortSignal) => {
    await writeCursor("round", { at: 1 });
    await db.deleteFrom("cursors").where("name", "=", "lease test").execute();
    expect(await workUnderLease("test", neverAborts, () => writeCursor("round", { at: 2 }), { holder: "b" })).toBe(
      true,
    );
    errors.push(await writeCursor("round", { at: 1 }).catch(({ message }: Error) => message));
    await eventually(() => expect(signal.aborted).toBe(true));
  };
  await workUnderLease("test", neverAborts, work, { holder: "a", renewEveryMs: 10 });
  expect(errors).toEqual(['another node took the lease "test"']);
  expect(await readCursor("round")).toEqual({ at: 2 });
  await writeCursor("round", { at: 3 });
});

test("work ends if the database is unavailable for longer than a lease lasts", async () => {
  const reasons: string[] = [];
  const work = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => {
        reasons.push(String(signal.reason));
        resolve();
      });
      vi.mocked(engine.now).mockRejectedValue(new Error("away"));
      vi.advanceTimersByTime(LEASE_MS + 1);
    });
  await workUnderLease("test", neverAborts, work, { holder: "a", renewEveryMs: 10 });
  expect(reasons).toEqual(['Error: the lease "test" ran out']);
});

test("a node whose clock is wrong by more than a minute gets no lease", async () => {
  const error = vi.spyOn(log, "error").mockReturnValue(undefined);
  const now = vi.mocked(engine.now).mockResolvedValue(Date.now() + 61_000);
  expect(await takeLease("test", "a")).toBe(false);
  now.mockResolvedValue(Date.now() - 59_000);
  expect(await takeLease("test", "a")).toBe(true);
  expect(error).toHaveBeenCalledTimes(1);
  error.mockRestore();
});
