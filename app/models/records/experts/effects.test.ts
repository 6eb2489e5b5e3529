import { expect, test } from "vitest";
import { effectOf, lossText } from "./effects.server";

const PARAGRAPHS = "She studies ageing.\n\nShe founded a laboratory in 1999.";

test("what only adds takes nothing away: an empty field, a further entry, a text that goes on", () => {
  expect(effectOf("biography", "", PARAGRAPHS)).toBe("adds");
  expect(effectOf("biography", PARAGRAPHS, `${PARAGRAPHS}\n\nShe retired in 2020.`)).toBe("adds");
  expect(effectOf("categories", ["academic"], ["author", "academic"])).toBe("adds");
  expect(effectOf("referenceLinks", ["Site|https://a.example/"], ["https://a.example", "https://b.example"])).toBe(
    "adds",
  );
  expect(lossText("biography", "", PARAGRAPHS)).toBe("");
});

test("what replaces, shortens or removes says what is lost", () => {
  expect(effectOf("biography", PARAGRAPHS, "A famous woman.")).toBe("shortens");
  expect(lossText("biography", PARAGRAPHS, "A famous woman.", 2)).toBe(
    "Replaces 9 words (2 sentences have sources) by 3 words.",
  );
  expect(effectOf("biography", "She wrote it.", "She never wrote anything at all.")).toBe("replaces");
  expect(effectOf("title", "Professor", "Professor of Genetics")).toBe("replaces");
  expect(lossText("title", "Professor", "Reader")).toBe("Replaces what the profile says.");
  expect(lossText("biography", PARAGRAPHS, "", 1)).toBe("Removes what the profile says (one sentence has a source).");
  expect(lossText("books", ["A|B", "C|D"], ["A | B"])).toBe("Takes away 1 of 2 entries.");
});
