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

const never = new AbortController().signal;
const holder = async () => {
  const row = await db.selectFrom("cursors").select("value").where("name", "=", "lease test").executeTakeFirst();
  return row && JSON.parse(row.value).holder;
};
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

test("of several nodes that ask at once one gets a lease, and keeps it as long as it renews it", async () => {
  const nodes = ["a", "b", "c", "d"];
  const answers = await Promise.all(nodes.map((node) => takeLease("test", node)));
  expect(answers.filter(Boolean)).toHaveLength(1);
  const first = nodes[answers.indexOf(true)] as string;
  const otherNode = nodes[answers.indexOf(false)] as string;
  for (let times = 0; times < 3; times++) {
    pass(LEASE_MS - 1);
    expect(await takeLease("test", otherNode)).toBe(false);
    expect(await takeLease("test", first)).toBe(true);
  }
  expect(await takeLease("another", otherNode)).toBe(true);
  pass(LEASE_MS);
  expect(await takeLease("test", otherNode)).toBe(true);
  expect(await takeLease("test", first)).toBe(false);
});

test("work runs on one node at a time, and the lease is free at its end, also after a failure", async () => {
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const first = workUnderLease("test", never, () => ended, { holder: "a" });
  await eventually(async () => expect(await holder()).toBe("a"));
  expect(await takeLease("test", "b")).toBe(false);
  const second = vi.fn(async () => {});
  expect(await workUnderLease("test", never, second, { holder: "b" })).toBe(false);
  expect(second).not.toHaveBeenCalled();
  end?.();
  expect(await first).toBe(true);
  const failing = workUnderLease("test", never, () => Promise.reject(new Error("no disk")), { holder: "b" });
  await expect(failing).rejects.toThrow("no disk");
  expect(await takeLease("test", "c")).toBe(true);
});

test("a node that was paused for too long stops its work, and leaves the lease to who has it now", async () => {
  const work = (signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  const paused = workUnderLease("test", never, work, { holder: "a", renewEveryMs: 10 });
  await eventually(async () => expect(await holder()).toBe("a"));
  expect(await takeLease("test", "b")).toBe(false);
  // Another node's lease, as after 15 seconds without a sign of the first.
  const value = JSON.stringify({ holder: "b", until: Date.now() + LEASE_MS });
  await db.updateTable("cursors").set({ value }).execute();
  await paused;
  expect(await takeLease("test", "b")).toBe(true);
});

test("work that ends without having noticed that its lease is another's leaves it to them", async () => {
  const value = JSON.stringify({ holder: "b", until: Date.now() + LEASE_MS });
  const work = async () => db.updateTable("cursors").set({ value }).where("name", "=", "lease test").execute();
  await workUnderLease("test", never, work, { holder: "a", renewEveryMs: LEASE_MS });
  expect(await holder()).toBe("b");
});

test("a node that was paused does not go on with a lease that another had meanwhile, and writes no cursor as its owner", async () => {
  const written: unknown[] = [];
  const work = async (signal: AbortSignal) => {
    await writeCursor("round", { at: 1 });
    await db.deleteFrom("cursors").where("name", "=", "lease test").execute();
    expect(await workUnderLease("test", never, () => writeCursor("round", { at: 2 }), { holder: "b" })).toBe(true);
    written.push(await writeCursor("round", { at: 1 }).catch(({ message }: Error) => message));
    await eventually(() => expect(signal.aborted).toBe(true));
  };
  await workUnderLease("test", never, work, { holder: "a", renewEveryMs: 10 });
  expect(written).toEqual(['another node took the lease "test"']);
  expect(await readCursor("round")).toEqual({ at: 2 });
  await writeCursor("round", { at: 3 });
});

test("work ends while the database cannot be asked for longer than a lease lasts", async () => {
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
  await workUnderLease("test", never, work, { holder: "a", renewEveryMs: 10 });
  expect(reasons).toEqual(['Error: the lease "test" ran out']);
});

test("a node whose clock is wrong by more than a minute does no recurring work", async () => {
  const error = vi.spyOn(log, "error").mockReturnValue(undefined);
  const now = vi.mocked(engine.now).mockResolvedValue(Date.now() + 61_000);
  expect(await takeLease("test", "a")).toBe(false);
  now.mockResolvedValue(Date.now() - 59_000);
  expect(await takeLease("test", "a")).toBe(true);
  expect(error).toHaveBeenCalledTimes(1);
  error.mockRestore();
});
