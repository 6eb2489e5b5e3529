import { describe, expect, test } from "vitest";
import { keyOf, linksAsText, sentencesOf } from "./support";

describe("comparing sentences", () => {
  test("compares links by their labels, even with brackets in addresses", () => {
    expect(keyOf("She [found](https://a.example/x_(y)) **it**.")).toBe(keyOf("She found it."));
    expect(keyOf("![A mouse](/a.webp) [lives](<b c>)  longer")).toBe("A mouse lives longer");
  });

  test("keeps brackets that form no link", () => {
    for (const text of ["[[[[", "[a]([a](", "[a][b]", "a](b)", "![a](![a]("]) expect(linksAsText(text)).toBe(text);
  });

  test("ignores entries of a list that are no texts", () => {
    expect(sentencesOf("scienceHighlights", ["A.", "", 1, null, { toString: 1 }, ["B."]])).toEqual(["A."]);
  });
});
