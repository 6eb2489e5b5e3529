/** Tests that the checker accepts linearizable histories and reports violations in others. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkHistory, type Operation } from "./histories";

const NO_VIOLATIONS = { missing: [], misplaced: [], stale: [], backwards: [], unexplained: [] };

/** Parses lines `client: w|r value from-to`. `?` after the value marks a write of unknown outcome, `!` a refused write. */
function parseHistory(...lines: string[]): Operation[] {
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
  checkHistory(parseHistory(...lines), new Map([["k", order.split(" ")]]));

test("reliability 42 accepts a linearizable history", () => {
  expect(check("a b c", "A: w b 0-10", "B: r a 5-6", "B: r b 11-12", "A: w c 20-30", "B: r b 21-22")).toEqual(
    NO_VIOLATIONS,
  );
  // During a write both values are valid, even the new one first and then the old one for another reader.
  expect(check("a b", "A: w b 0-100", "B: r b 1-5", "C: r a 6-9")).toEqual(NO_VIOLATIONS);
  // A write of unknown outcome may be stored or not; a refused write is not.
  expect(check("a b", "A: w b? 0-10", "B: r b 20-21")).toEqual(NO_VIOLATIONS);
  expect(check("a", "A: w b? 0-10", "B: r a 20-21", "A: w c! 5-9")).toEqual(NO_VIOLATIONS);
  // A write may take effect long after its client has given up.
  expect(check("a c b", "A: w b? 0-10", "B: w c 20-30", "B: r c 31-32", "B: r b 40-41")).toEqual(NO_VIOLATIONS);
});

test("reliability 42 reports an acknowledged write that is missing, also if only a reader saw its value", () => {
  expect(check("a", "A: w b 0-10").missing).toEqual(["A wrote b"]);
  expect(check("a", "A: w b? 0-10", "B: r b 5-6").missing).toEqual(["B read b"]);
});

test("reliability 42 reports a read of a value older than an acknowledged one", () => {
  expect(check("a b", "A: w b 0-10", "B: r a 11-12").stale).toEqual(["B read a after b was acknowledged"]);
});

test("reliability 42 reports a read of a value older than one that the client read or wrote before", () => {
  expect(check("a b c", "A: w c 0-100", "B: r c 10-20", "B: r a 21-30").backwards).toEqual(["B read a after c"]);
  expect(check("a b", "A: w b 0-10", "A: r a 11-12").backwards).toEqual(["A read a after b"]);
});

test("reliability 42 reports writes in another order than acknowledged, refused writes that are stored, and values nobody wrote", () => {
  expect(check("a c b", "A: w b 0-10", "B: w c 11-20").misplaced).toEqual(["c stands before b"]);
  expect(check("a b", "A: w b! 0-10").unexplained).toEqual(["b was refused, and is there"]);
  expect(check("a", "A: r z 0-10").unexplained).toEqual(["A read z"]);
  expect(() => checkHistory(parseHistory("A: r a 0-1"), new Map())).toThrow("no order for k");
});

/** Generates operations of several clients on a register, each of which takes effect at one moment. */
const registerHistory = fc
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

test("reliability 42 accepts every history of a real register, and reports a late read of the first value", () => {
  fc.assert(
    fc.property(registerHistory, ({ operations, order }) => {
      expect(checkHistory(operations, new Map([["k", order]]))).toEqual(NO_VIOLATIONS);
      const reads = operations.filter(({ kind }) => kind === "read");
      const lastEnd = Math.max(...operations.map(({ to }) => to));
      const lateRead: Operation = {
        ...(reads[0] ?? (operations[0] as Operation)),
        kind: "read",
        from: lastEnd + 1,
        to: lastEnd + 2,
      };
      const isStale = order.length > 1;
      const { stale } = checkHistory([...operations, { ...lateRead, value: "v0" }], new Map([["k", order]]));
      expect(stale.length > 0).toBe(isStale);
    }),
  );
});
