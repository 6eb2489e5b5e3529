import { expect, test } from "vitest";
import { rowProblems } from "./form";
import { BAD_LINK, REPEATED_LINK } from "./submission-fields";

test("EM05 reports a link with no, an invalid or a repeated address, and ignores blank rows and addresses that are completed", () => {
  const rows = [
    ["Home", "https://a.example/"],
    ["Lab", "b.example"],
    ["Lab", "b example"],
    ["Lab", ""],
    ["", ""],
    ["Again", "https://A.example"],
  ];
  expect(rowProblems("referenceLinks", rows)).toEqual(["", "", BAD_LINK, BAD_LINK, "", REPEATED_LINK]);
});

test("EM05 accepts a book without an address, and reports an invalid address", () => {
  const rows = [
    ["Title", "Author", ""],
    ["Title", "Author", "shop"],
    ["Title", "", "https://shop.example/"],
  ];
  expect(rowProblems("books", rows)).toEqual(["", BAD_LINK, ""]);
});

test("EM05 reports the highlight that is too long", () => {
  expect(
    rowProblems("scienceHighlights", [
      ["A", "b"],
      ["C", "d".repeat(5_000)],
    ]),
  ).toEqual(["", "At most 5,000 characters fit here."]);
});
