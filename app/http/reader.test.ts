import { expect, test } from "vitest";
import { lineIn } from "./params.server";
import { readerOf } from "./reader.server";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", {}, false],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", { isHead: true }, true],
  ["facebookexternalhit/1.1", {}, true],
  ["", {}, true],
])("a reader with the User-Agent %j and %j is a program: %s", (agent, context, isProgram) => {
  const request = new Request("https://site.example/", { headers: { "User-Agent": agent } });
  expect(readerOf(request, { clientAddress: "192.0.2.1", ...context })).toEqual({ address: "192.0.2.1", isProgram });
});

test.each([
  ["  Ada\tByron\u0000\u202e ", "AdaByron"],
  ["\u0dc1\u0dca\u200d\u0dbb\u0dd3", "\u0dc1\u0dca\u200d\u0dbb\u0dd3"],
  ["123456789𝔸", "123456789"],
])("a parameter %j prefills a field with %j", (value, expected) => {
  expect(lineIn(new URLSearchParams({ name: value }), "name", 10)).toBe(expected);
});
