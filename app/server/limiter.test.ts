import { expect, test } from "vitest";
import { ConcurrencyLimiter, Pool } from "./limiter.server";

const OPTIONS = { running: 2, queued: 150, maxWaitMs: 60_000 };

/** Requests a slot; sets `release` once it is granted, or to null once it is refused. */
function ask(limiter: ConcurrencyLimiter, client: string | null = null, signal?: AbortSignal) {
  const turn: { release?: (() => void) | null } = {};
  limiter.acquire(client, signal).then((release) => {
    turn.release = release;
  });
  return turn;
}
const settle = () => new Promise(setImmediate);

test("a limiter runs as many requests at once as there are slots, and the others in order of arrival", async () => {
  const limiter = new ConcurrencyLimiter(OPTIONS);
  const [a, b, c, d] = [ask(limiter), ask(limiter), ask(limiter), ask(limiter)];
  await settle();
  expect([a, b, c, d].map(({ release }) => Boolean(release))).toEqual([true, true, false, false]);
  b.release?.();
  await settle();
  expect([c, d].map(({ release }) => Boolean(release))).toEqual([true, false]);
  for (const { release } of [a, c]) release?.();
  await settle();
  d.release?.();
  expect(limiter.counts).toEqual({ running: 0, queued: 0 });
});

test("a limiter refuses requests beyond the queue at once, and lets no client fill it", async () => {
  const limiter = new ConcurrencyLimiter({ ...OPTIONS, running: 1 });
  const firstTurn = ask(limiter, "first");
  const countRefused = (turns: { release?: unknown }[]) => turns.filter(({ release }) => release === null).length;
  const crowdTurns = Array.from({ length: 120 }, () => ask(limiter, "crowd"));
  const otherTurns = Array.from({ length: 100 }, (_, number) => ask(limiter, `other ${number}`));
  await settle();
  // A client may take as many places as it leaves free: half of them if it is alone.
  expect([countRefused(crowdTurns), countRefused(otherTurns)]).toEqual([45, 25]);
  firstTurn.release?.();
  await settle();
  expect(crowdTurns[0]?.release).toEqual(expect.any(Function));
});

test("a limiter serves clients in turn, however many of their requests wait", async () => {
  const limiter = new ConcurrencyLimiter({ ...OPTIONS, running: 1 });
  const runningTurn = ask(limiter, "first");
  const names = ["busy", "busy", "busy", "crowd", "crowd", "one"];
  const order: string[] = [];
  for (const name of names) {
    limiter.acquire(name).then((release) => {
      order.push(name);
      release?.();
    });
  }
  await settle();
  runningTurn.release?.();
  await settle();
  expect(order).toEqual(["busy", "crowd", "one", "busy", "crowd", "busy"]);
});

test("a limiter leaves a slot and a place in the queue beside 20 clients whose requests never end", async () => {
  const limiter = new ConcurrencyLimiter({ ...OPTIONS, running: 40, queued: 100 });
  for (let index = 0; index < 2_000; index++) ask(limiter, `client ${index % 20}`);
  await settle();
  expect(limiter.tryAcquire("somebody")).toEqual(expect.any(Function));
  const waitingTurns = Array.from({ length: 4 }, () => ask(limiter, "somebody"));
  await settle();
  expect(waitingTurns.some(({ release }) => release === undefined)).toBe(true);
});

test("a limiter refuses a request that has waited too long", async () => {
  const limiter = new ConcurrencyLimiter({ ...OPTIONS, running: 1, maxWaitMs: 1 });
  await limiter.acquire(null);
  expect(await limiter.acquire(null)).toBeNull();
  expect(limiter.counts).toEqual({ running: 1, queued: 0 });
});

test("a limiter frees the place in the queue of a client that leaves", async () => {
  const limiter = new ConcurrencyLimiter({ ...OPTIONS, running: 1 });
  const leaving = new AbortController();
  const [runningTurn, leavingTurn, nextTurn] = [ask(limiter), ask(limiter, null, leaving.signal), ask(limiter)];
  await settle();
  leaving.abort();
  await settle();
  expect([leavingTurn.release, limiter.counts.queued]).toEqual([null, 1]);
  runningTurn.release?.();
  await settle();
  expect(nextTurn.release).toEqual(expect.any(Function));
});

test("a pool lets a client take at most as much as it leaves free, and never more than the total", () => {
  const pool = new Pool(12);
  const results = [pool.take("a", 6), pool.take("a", 1), pool.take("b", 3), pool.take("b", 1), pool.take(null, 4)];
  expect(results).toEqual([true, false, true, false, false]);
  pool.give("a", 6);
  expect([pool.take("c", 5), pool.take(null, 4), pool.used]).toEqual([true, true, 12]);
});
