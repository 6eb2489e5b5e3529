import { expect, test } from "vitest";
import { ByteBudget, ConcurrencyLimiter } from "./limiter.server";

const OPTIONS = { running: 2, queued: 150, queuedPerClient: 100, maxWaitMs: 60_000 };

/** Asks for a slot; `release` is set once it is there, or null once it is refused. */
function ask(limiter: ConcurrencyLimiter, client: string | null = null) {
  const asked: { release?: (() => void) | null } = {};
  limiter.acquire(client).then((release) => {
    asked.release = release;
  });
  return asked;
}
const settle = () => new Promise(setImmediate);

test("as many as there are slots run at once, the others in the order they came", async () => {
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

test("one too many is refused at once, and one client does not fill the queue", async () => {
  const limiter = new ConcurrencyLimiter({ ...OPTIONS, running: 1 });
  const first = ask(limiter, "crowd");
  const crowd = Array.from({ length: 120 }, () => ask(limiter, "crowd"));
  const others = Array.from({ length: 60 }, (_, number) => ask(limiter, `other ${number}`));
  await settle();
  const refused = (some: { release?: unknown }[]) => some.filter(({ release }) => release === null).length;
  expect([refused(crowd), refused(others)]).toEqual([20, 10]);
  first.release?.();
  await settle();
  expect(crowd[0]?.release).toEqual(expect.any(Function));
});

test("one client has its share of the slots only", async () => {
  const limiter = new ConcurrencyLimiter({ ...OPTIONS, running: 3, runningPerClient: 2 });
  const [a, b, c, other] = [ask(limiter, "a"), ask(limiter, "a"), ask(limiter, "a"), ask(limiter, "b")];
  await settle();
  expect([a, b, c, other].map(({ release }) => Boolean(release))).toEqual([true, true, false, true]);
  a.release?.();
  await settle();
  expect(c.release).toEqual(expect.any(Function));
});

test("a request that waited too long is refused", async () => {
  const limiter = new ConcurrencyLimiter({ ...OPTIONS, running: 1, maxWaitMs: -1 });
  const [first, late] = [ask(limiter), ask(limiter)];
  await settle();
  first.release?.();
  await settle();
  expect(late.release).toBeNull();
  expect(await limiter.acquire(null)).toEqual(expect.any(Function));
});

test("bytes are taken up to the budget, and up to a client's share", () => {
  const budget = new ByteBudget({ bytes: 10, bytesPerClient: 6 });
  expect([budget.take("a", 6), budget.take("a", 1), budget.take("b", 5), budget.take("b", 4)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  budget.give("a", 6);
  expect(budget.take("c", 6)).toBe(true);
});
