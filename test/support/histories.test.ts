/** The checker of histories is itself checked: it takes good ones and refuses bad ones. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkHistory, type Operation } from "./histories";

const NOTHING = { lost: [], misplaced: [], stale: [], backwards: [], invented: [] };

/** `client: w|r value from-to`, with `?` behind a write of unknown outcome and `!` behind a refused one. */
function history(...lines: string[]): Operation[] {
  return lines.map((line) => {
    const [, client, kind, value, mark, from, to] = /^(\w+): (w|r) (\w+)([?!]?) (\d+)-(\d+)$/.exec(line) ?? [];
    if (!client || !value) throw new Error(`This is no operation: ${line}`);
    const outcome = mark === "?" ? "unknown" : mark === "!" ? "refused" : "acknowledged";
    return {
      client,
      key: "k",
      kind: kind === "w" ? "write" : "read",
      value,
      from: Number(from),
      to: Number(to),
      outcome,
    };
  });
}

const check = (order: string, ...lines: string[]) =>
  checkHistory(history(...lines), new Map([["k", order.split(" ")]]));

test("42 a history that one register could have had is taken", () => {
  expect(check("a b c", "A: w b 0-10", "B: r a 5-6", "B: r b 11-12", "A: w c 20-30", "B: r b 21-22")).toEqual(NOTHING);
  // Beside a write either value is right, also the new one and then the old one by another reader.
  expect(check("a b", "A: w b 0-100", "B: r b 1-5", "C: r a 6-9")).toEqual(NOTHING);
  // What nobody knows of may be there or not; what was refused is not.
  expect(check("a b", "A: w b? 0-10", "B: r b 20-21")).toEqual(NOTHING);
  expect(check("a", "A: w b? 0-10", "B: r a 20-21", "A: w c! 5-9")).toEqual(NOTHING);
  // Late: it took effect long after its client had given up.
  expect(check("a c b", "A: w b? 0-10", "B: w c 20-30", "B: r c 31-32", "B: r b 40-41")).toEqual(NOTHING);
});

test("42 an acknowledged write that is gone is found, also where only a reader saw it", () => {
  expect(check("a", "A: w b 0-10").lost).toEqual(["A wrote b"]);
  expect(check("a", "A: w b? 0-10", "B: r b 5-6").lost).toEqual(["B read b"]);
});

test("42 a read that is older than what anybody was told before is found", () => {
  expect(check("a b", "A: w b 0-10", "B: r a 11-12").stale).toEqual(["B read a after b was acknowledged"]);
});

test("42 a reader who is sent back is found, by what they read and by what they wrote", () => {
  expect(check("a b c", "A: w c 0-100", "B: r c 10-20", "B: r a 21-30").backwards).toEqual(["B read a after c"]);
  expect(check("a b", "A: w b 0-10", "A: r a 11-12").backwards).toEqual(["A read a after b"]);
});

test("42 writes in another order than they were acknowledged, refused ones and invented ones are found", () => {
  expect(check("a c b", "A: w b 0-10", "B: w c 11-20").misplaced).toEqual(["c stands before b"]);
  expect(check("a b", "A: w b! 0-10").invented).toEqual(["b was refused, and is there"]);
  expect(check("a", "A: r z 0-10").invented).toEqual(["A read z"]);
  expect(() => checkHistory(history("A: r a 0-1"), new Map())).toThrow("no order for k");
});

/** Operations of several clients on a register that takes effect at one moment of each. */
const truth = fc
  .array(
    fc.record({
      client: fc.constantFrom("A", "B", "C"),
      isWrite: fc.boolean(),
      at: fc.integer({ min: 0, max: 10_000 }),
      before: fc.integer({ min: 1, max: 500 }),
      after: fc.integer({ min: 1, max: 500 }),
    }),
    { minLength: 2, maxLength: 60 },
  )
  .map((moments) => {
    const order = ["v0"];
    const operations = moments
      .sort((a, b) => a.at - b.at)
      .map(({ client, isWrite, at, before, after }): Operation => {
        if (isWrite) order.push(`v${order.length}`);
        const value = order.at(-1) as string;
        const times = { from: at - before, to: at + after };
        return { client, key: "k", kind: isWrite ? "write" : "read", value, ...times, outcome: "acknowledged" };
      });
    return { operations, order };
  });

test("42 what a true register does is never refused, and what it did not do is", () => {
  fc.assert(
    fc.property(truth, ({ operations, order }) => {
      expect(checkHistory(operations, new Map([["k", order]]))).toEqual(NOTHING);
      const reads = operations.filter(({ kind }) => kind === "read");
      const last = Math.max(...operations.map(({ to }) => to));
      const late: Operation = {
        ...(reads[0] ?? (operations[0] as Operation)),
        kind: "read",
        from: last + 1,
        to: last + 2,
      };
      const isOld = order.length > 1;
      const { stale } = checkHistory([...operations, { ...late, value: "v0" }], new Map([["k", order]]));
      expect(stale.length > 0).toBe(isOld);
    }),
  );
});
