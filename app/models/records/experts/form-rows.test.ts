import { expect, test } from "vitest";
import { rowProblems } from "./form";
import { BAD_LINK, REPEATED_LINK } from "./submission-fields";

test("EM05 a link without an address, with a wrong one or repeated is at fault, blank rows are not", () => {
  const rows = [
    ["Home", "https://a.example/"],
    ["Lab", "a.example"],
    ["Lab", ""],
    ["", ""],
    ["Again", "https://A.example"],
  ];
  expect(rowProblems("referenceLinks", rows)).toEqual(["", BAD_LINK, BAD_LINK, "", REPEATED_LINK]);
});

test("EM05 a book needs no address, but a good one", () => {
  const rows = [
    ["Title", "Author", ""],
    ["Title", "Author", "shop"],
    ["Title", "", "https://shop.example/"],
  ];
  expect(rowProblems("books", rows)).toEqual(["", BAD_LINK, ""]);
});

test("EM05 the highlight that is too long is named", () => {
  expect(
    rowProblems("scienceHighlights", [
      ["A", "b"],
      ["C", "d".repeat(5_000)],
    ]),
  ).toEqual(["", "At most 5,000 characters fit here."]);
});
