import { expect, test } from "vitest";
import { reportedCost, tokenCount } from "./ai-usage";

test("AI10 a provider's count of tokens and cost are stored only if an answer can have them", () => {
  const values = [0, 7, 100_000_000, 0.5, -1, 2 ** 31, 2 ** 53, 1e308, Number.POSITIVE_INFINITY, "7", null, undefined];
  expect(values.map(tokenCount).filter((count) => count !== null)).toEqual([0, 7, 100_000_000]);
  expect(values.map(reportedCost).filter((cost) => cost !== null)).toEqual([0, 7, 0.5]);
});
