import { expect, test, vi } from "vitest";
import { remembered } from "./remembered.server";

const length = (made: string) => made.length;

test("performance: the same text is worked on once, and what was asked for last stays", () => {
  const make = vi.fn((text: string) => text.toUpperCase());
  const upper = remembered(make, length);
  expect([upper("a"), upper("a"), upper("")]).toEqual(["A", "A", ""]);
  expect(make).toHaveBeenCalledTimes(2);
  const large = (number: number) => `${number}`.padEnd(100_000, "x");
  for (let number = 0; number < 20; number++) {
    upper(large(number));
    upper("a");
  }
  expect(make).toHaveBeenCalledTimes(22);
  upper(large(0));
  expect(make).toHaveBeenCalledTimes(23);
});

test("performance: what takes too much room is made, and not kept", () => {
  const make = vi.fn((text: string) => text);
  const same = remembered(make, length);
  const huge = "x".repeat(200_000);
  expect([same(huge), same(huge)]).toEqual([huge, huge]);
  expect(make).toHaveBeenCalledTimes(2);
});
