import { describe, expect, test } from "vitest";
import { pagesAround } from "./pagination";

describe("pagesAround returns at most five numbers around the page, the first five up to page 3 and the last five near the end", () => {
  test.each([
    [1, 1, [1]],
    [2, 3, [1, 2, 3]],
    [5, 5, [1, 2, 3, 4, 5]],
    [1, 12, [1, 2, 3, 4, 5]],
    [3, 12, [1, 2, 3, 4, 5]],
    [4, 12, [2, 3, 4, 5, 6]],
    [7, 12, [5, 6, 7, 8, 9]],
    [10, 12, [8, 9, 10, 11, 12]],
    [11, 12, [8, 9, 10, 11, 12]],
    [12, 12, [8, 9, 10, 11, 12]],
    [4, 6, [2, 3, 4, 5, 6]],
  ])("PB14 page %i of %i: %j", (page, pages, shown) => {
    expect(pagesAround(page, pages)).toEqual(shown);
  });
});
