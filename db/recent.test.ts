import { expect, test } from "vitest";
import { Recent } from "./recent";

test("performance: what is used stays, of the rest what was used last", () => {
  const recent = new Recent<number>(4);
  for (let number = 0; number < 20; number++) {
    recent.set(`${number}`, number);
    recent.get("0");
  }
  expect(["0", "19", "10"].map((key) => recent.get(key))).toEqual([0, 19, undefined]);
});

test("performance: no more is kept than there is room for", () => {
  const recent = new Recent<string>(100, (key, value) => key.length + value.length);
  const keys = Array.from({ length: 50 }, (_, number) => `${number}`.padStart(5));
  for (const key of keys) recent.set(key, "12345");
  const newestFirst = keys.toReversed();
  const kept = newestFirst.filter((key) => recent.get(key) !== undefined);
  expect(kept.length).toBeGreaterThanOrEqual(5);
  expect(kept.length).toBeLessThanOrEqual(10);
  expect(kept).toEqual(newestFirst.slice(0, kept.length));
});
