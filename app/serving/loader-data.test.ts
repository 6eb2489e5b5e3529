import fc from "fast-check";
import { encode } from "turbo-stream";
import { expect, test } from "vitest";
import { encodeData, encodeDataInScript, inScript, NotPlain } from "./loader-data.server";

const byLibrary = (data: unknown) => new Response(encode(data)).text();

const scalar = fc.oneof(
  fc.string({
    unit: fc.constantFrom("a", '"', "\\", "\n", "</script>", "\u2028", "é", "\u{1f9ec}", "<", "&", "\ud800", "\0"),
  }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
  fc.constantFrom(null, undefined, true, false, "", 0),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc.array(tie("value")),
    fc.dictionary(fc.string(), tie("value"), { noNullPrototype: true }),
  ),
}));

test("performance PB01 loaders' data is written as the framework's library writes it", async () => {
  const same = [{ a: 1 }, "again"];
  for (const data of [
    { loaderData: { root: { same, twice: same }, none: null }, errors: null },
    { "": "", a: "a" },
    {},
  ])
    expect(encodeData(data)).toBe(await byLibrary(data));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), value, { noNullPrototype: true }), async (data) => {
      expect(encodeData(data)).toBe(await byLibrary(data));
      expect(encodeDataInScript(data)).toBe(inScript(encodeData(data)));
    }),
    { seed: 7 },
  );
});

test.each([
  ["a date", new Date(0)],
  ["a promise", Promise.resolve()],
  ["not a number", Number.NaN],
  ["a negative zero", -0],
  ["a function", () => {}],
  ["a map", new Map()],
])("performance PB01 %s is left to the library", (_, value) => {
  expect(() => encodeData({ value })).toThrow(NotPlain);
});
