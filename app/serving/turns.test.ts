import { expect, test } from "vitest";
import { makeTurns } from "./turns.server";

/** Whether a turn has been given, and giving it on. */
function ask(turns: ReturnType<typeof makeTurns>, place: string | null = null) {
  const asked: { turn?: (() => void) | null } = {};
  turns.read(place).then((turn) => {
    asked.turn = turn;
  });
  return asked;
}
/** Longer than a turn takes to begin. */
async function settle(): Promise<void> {
  for (let round = 0; round < 100; round++) await new Promise(setImmediate);
}

test("as many as there are turns run at once, the others one after the other in their order", async () => {
  const turns = makeTurns({ atOnce: 2 });
  const [a, b, c, d] = [ask(turns), ask(turns), ask(turns), ask(turns)];
  await settle();
  expect([a, b, c, d].map(({ turn }) => Boolean(turn))).toEqual([true, true, false, false]);
  expect(turns.counts).toEqual({ running: 2, waiting: 2, refused: 0 });
  b.turn?.();
  await settle();
  expect([c, d].map(({ turn }) => Boolean(turn))).toEqual([true, false]);
  for (const one of [a, c]) one.turn?.();
  await settle();
  d.turn?.();
  expect(turns.counts).toEqual({ running: 0, waiting: 0, refused: 0 });
});

test("who would be one too many is refused at once, and one place does not take all places", async () => {
  const turns = makeTurns({ atOnce: 1, mostWaiting: 150 });
  const first = ask(turns, "crowd");
  const crowd = Array.from({ length: 120 }, () => ask(turns, "crowd"));
  const others = Array.from({ length: 60 }, (_, place) => ask(turns, `other ${place}`));
  await settle();
  const refusedOf = (some: { turn?: unknown }[]) => some.filter(({ turn }) => turn === null).length;
  expect([refusedOf(crowd), refusedOf(others)]).toEqual([20, 10]);
  expect(turns.counts).toEqual({ running: 1, waiting: 150, refused: 30 });
  first.turn?.();
  await settle();
  expect(crowd[0]?.turn).toEqual(expect.any(Function));
});

test("who waited for too long is refused instead of served", async () => {
  const turns = makeTurns({ atOnce: 1, patienceMs: 0 });
  const [first, late] = [ask(turns), ask(turns)];
  await settle();
  first.turn?.();
  await settle();
  expect(late.turn).toBeNull();
  expect(turns.counts).toMatchObject({ running: 0, waiting: 0 });
  expect(await turns.read(null)).toEqual(expect.any(Function));
});
