import { expect, test } from "vitest";
import { formatNumber, formatResultCount } from "./numbers";

test("performance: numbers are written as English writes them", () => {
  for (const number of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 1_234_567_890])
    expect(formatNumber(number)).toBe(number.toLocaleString("en"));
});

test("performance: a number beyond the counted maximum is written with a plus", () => {
  expect([1_234, 10_000, 10_001].map(formatResultCount)).toEqual(["1,234", "10,000", "10,000+"]);
});
