import { expect, test } from "vitest";
import { thousands } from "./numbers";

test("performance: numbers are written as English writes them", () => {
  for (const number of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 1_234_567_890])
    expect(thousands(number)).toBe(number.toLocaleString("en"));
});
