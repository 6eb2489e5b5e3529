import { expect, test } from "vitest";
import { bodyOf, hasBody, JsonText, jsonBytes, wholeResponse } from "./whole-texts.server";

const text = '{"a":"é😀"}';
const init = { status: 201, headers: { "Content-Type": "application/json", "X-Kept": "yes" } };

test("D11 an answer that is known as a whole reads as any other does", async () => {
  const plain = new Response(text, init);
  const whole = wholeResponse(Buffer.from(text), init);
  expect([whole.status, whole.ok, [...whole.headers]]).toEqual([plain.status, plain.ok, [...plain.headers]]);
  expect([hasBody(whole), whole.bodyUsed]).toEqual([true, false]);
  expect(await whole.clone().text()).toBe(text);
  expect(await whole.json()).toEqual(JSON.parse(text));
  expect(whole.bodyUsed).toBe(true);
  expect(await wholeResponse(Buffer.from(text), init).text()).toBe(text);
  expect(await (await wholeResponse(Buffer.from(text), init).blob()).text()).toBe(text);
  expect(Buffer.from(await wholeResponse(Buffer.from(text), init).arrayBuffer()).toString()).toBe(text);
  expect(await new Response(wholeResponse(Buffer.from(text), init).body).text()).toBe(text);
  expect((await bodyOf(wholeResponse(Buffer.from(text), init))).toString()).toBe(text);
  expect((await bodyOf(plain)).toString()).toBe(text);
  expect(hasBody(new Response(null))).toBe(false);
});

test("D11 what is JSON already goes out as it is, wherever it stands", () => {
  const known = new JsonText((before, after) => Buffer.from(`${before}[1, "é"]${after}`));
  const written = (value: unknown) => jsonBytes(value).toString();
  expect(written(known)).toBe('[1, "é"]');
  expect(written({ a: known, b: undefined, 'c"': null, d: known })).toBe('{"a":[1, "é"],"c\\"":null,"d":[1, "é"]}');
  expect(written({ b: undefined, a: known })).toBe('{"a":[1, "é"]}');
  expect(written({ b: 1, a: known, c: "x", d: undefined, e: [2] })).toBe('{"b":1,"a":[1, "é"],"c":"x","e":[2]}');
  // Deeper it is read, and written as any other value.
  expect(written([{ a: known }])).toBe('[{"a":[1,"é"]}]');
  expect(written({ a: { b: known } })).toBe('{"a":{"b":[1,"é"]}}');
  for (const value of [null, 1, "x", [], {}, { a: [undefined] }]) expect(written(value)).toBe(JSON.stringify(value));
});
