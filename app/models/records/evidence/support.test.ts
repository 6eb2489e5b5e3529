import { describe, expect, test } from "vitest";
import { keyOf, linksAsText, sentencesOf } from "./support";

describe("what counts as the same sentence", () => {
  test("links count by their labels, with brackets in addresses too", () => {
    expect(keyOf("She [found](https://a.example/x_(y)) **it**.")).toBe(keyOf("She found it."));
    expect(keyOf("![A mouse](/a.webp) [lives](<b c>)  longer")).toBe("A mouse lives longer");
  });

  test("brackets that are no link stay", () => {
    for (const text of ["[[[[", "[a]([a](", "[a][b]", "a](b)", "![a](![a]("]) expect(linksAsText(text)).toBe(text);
  });

  test("entries of a list that are no texts are none", () => {
    expect(sentencesOf("scienceHighlights", ["A.", "", 1, null, { toString: 1 }, ["B."]])).toEqual(["A."]);
  });
});
