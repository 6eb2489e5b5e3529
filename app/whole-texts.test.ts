import { expect, test } from "vitest";
import { bodyOf, hasBody, wholeResponse } from "./whole-texts.server";

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
