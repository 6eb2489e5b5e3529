import { describe, expect, test } from "vitest";
import { effectOf, isSameText, lossText } from "./effects.server";

const PARAGRAPHS = "She studies ageing.\n\nShe founded a laboratory in 1999.";
const LINKS = ["Site|https://a.example/", "https://b.example/paper"];

test("reports an addition for a filled empty field, a further entry and further sentences", () => {
  expect(effectOf("biography", "", PARAGRAPHS)).toBe("adds");
  expect(effectOf("biography", " \n ", PARAGRAPHS)).toBe("adds");
  expect(effectOf("biography", PARAGRAPHS, `${PARAGRAPHS}\n\nShe retired in 2020.`)).toBe("adds");
  expect(effectOf("biography", PARAGRAPHS, PARAGRAPHS.replace("\n\n", "\n\nShe wrote a book.\n\n"))).toBe("adds");
  expect(effectOf("categories", ["academic"], ["author", "academic"])).toBe("adds");
  expect(effectOf("referenceLinks", LINKS, [...LINKS, "https://c.example"])).toBe("adds");
  expect(effectOf("referenceLinks", LINKS, ["Site|https://a.example", "Paper|https://b.example/paper"])).toBe("adds");
  expect(lossText("biography", "", PARAGRAPHS)).toBe("");
});

test("describes the loss of a replacement, a shortening and a removal", () => {
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

describe("does not take a change for an addition:", () => {
  test.each([
    ["words put before a sentence", "biography", PARAGRAPHS, `It is a lie that ${PARAGRAPHS}`, "replaces"],
    [
      "words put after one without a full stop",
      "biography",
      "She studies ageing",
      "She studies ageing no more",
      "replaces",
    ],
    ["another order of sentences", "biography", "She left. She came.", "She came. She left.", "replaces"],
    ["other letters of the same text", "biography", PARAGRAPHS, PARAGRAPHS.toUpperCase(), "replaces"],
    ["HTML around a sentence", "biography", "She left.", "<b>She left.</b>", "replaces"],
    ["a text turned into a heading", "biography", "She left.", "# She left.", "replaces"],
    ["spaces alone", "biography", PARAGRAPHS, "  ", "removes"],
    ["nothing", "biography", PARAGRAPHS, "", "removes"],
    ["a title in other letters", "title", "Professor", "PROFESSOR", "replaces"],
    ["a link with another name", "referenceLinks", LINKS, ["Buy pills|https://a.example/", LINKS[1]], "replaces"],
    ["a link without its name", "referenceLinks", LINKS, ["https://a.example/", LINKS[1]], "replaces"],
    ["a link to another page of the site", "referenceLinks", LINKS, [LINKS[0], "https://b.example/shop"], "replaces"],
    ["links in another order", "referenceLinks", LINKS, LINKS.toReversed(), "reorders"],
    ["a shorter list", "referenceLinks", LINKS, [LINKS[0]], "shortens"],
    [
      "a list replaced by a longer one",
      "referenceLinks",
      LINKS,
      ["https://x.example", "https://y.example", LINKS[1]],
      "replaces",
    ],
    ["an empty list", "referenceLinks", LINKS, [], "removes"],
    ["a list of blanks", "topics", ["sleep"], [" "], "removes"],
    ["a topic less", "topics", ["sleep", "diet"], ["sleep"], "shortens"],
    ["a topic for another one", "topics", ["sleep", "diet"], ["sleep", "exercise"], "replaces"],
    ["books in another order", "books", ["A|B", "C|D"], ["C|D", "A|B"], "reorders"],
    ["a book with another author", "books", ["A|B"], ["A|X"], "replaces"],
    ["a portrait for another one", "imageUrl", "/uploads/a.png", "/uploads/b.png", "replaces"],
  ] as [string, Parameters<typeof effectOf>[0], string | string[], string | string[], string][])(
    "%s",
    (_name, field, before, after, effect) => {
      expect(effectOf(field, before, after)).toBe(effect);
      expect(lossText(field, before, after)).not.toBe("");
    },
  );

  test.each([
    ["spaces", "biography", "She  left.", " She left. "],
    ["line breaks of Windows", "biography", PARAGRAPHS, PARAGRAPHS.replaceAll("\n", "\r\n")],
    ["more empty lines", "biography", PARAGRAPHS, PARAGRAPHS.replace("\n\n", "\n\n\n\n")],
    ["spaces that do not break", "title", "Professor of Ageing", "Professor\u00a0of\u00a0Ageing"],
    ["letters composed and not", "name", "Zoë", "Zoe\u0308"],
    ["a list with blanks", "referenceLinks", LINKS, [LINKS[0], "", LINKS[1], " "]],
    ["spaces around a bar", "books", ["A|B"], ["A | B"]],
    ["categories in another order", "categories", ["academic", "author"], ["author", "academic"]],
    ["a category twice", "categories", ["academic"], ["academic", "academic"]],
  ] as [string, Parameters<typeof effectOf>[0], string | string[], string | string[]][])(
    "takes %s for no change",
    (_name, field, before, after) => {
      expect(isSameText(field, before, after)).toBe(true);
      expect([effectOf(field, before, after), lossText(field, before, after)]).toEqual(["none", ""]);
    },
  );
});
