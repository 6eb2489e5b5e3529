import { describe, expect, test } from "vitest";
import { sizeOf } from "~/models/base/providers/prompt.server";
import { type DraftSentence, textOf } from "~/models/records/provenance/sentences";
import { pagesFor, readProse } from "./write-with-evidence.server";

const source = (text: string, title = "Ada Example") => {
  const page = {
    url: "https://ada.example/",
    title,
    text,
    retrievedAt: "",
    textHash: "",
    isCut: false,
    namesPerson: true,
    doi: "",
    isRetracted: false,
  };
  return { pages: [page], name: "Ada", failed: [], notice: "", costUsd: null, inputTokens: null, outputTokens: null };
};

describe("EV22 pages in a question", () => {
  test.each(["plain words ", "<<<>>>", '"quoted"\n', "😀"])("are cut to what fits, %s", (piece) => {
    const sources = source(piece.repeat(30_000));
    const many = { ...sources, pages: Array.from({ length: 12 }, () => sources.pages[0] as never) };
    for (const gathered of [sources, many]) {
      const size = sizeOf(pagesFor(gathered, "Ada Example"));
      expect(size).toBeGreaterThan(20_000);
      expect(size).toBeLessThan(45_000);
    }
  });

  test("a long page is given from before the person's name on", () => {
    const [page] = pagesFor(
      source(`${"Nothing. ".repeat(9_000)}Ada Example knows it.${" More.".repeat(9_000)}`),
      "Ada Example",
    );
    expect(page?.text).toContain("Ada Example knows it.");
  });
});

test("EV20 a text is made of supported sentences, with a heading where a section of them begins", () => {
  const evidence = {} as NonNullable<DraftSentence["evidence"]>;
  const sentence = (text: string, paragraph: number, heading = "", has = true): DraftSentence => ({
    field: "body",
    text,
    paragraph,
    heading,
    reason: "",
    evidence: has ? evidence : null,
  });
  const sentences = [
    sentence("One.", 1),
    sentence("Lie.", 1, "", false),
    sentence("Two.", 1),
    sentence("Three.", 2),
    sentence("Lie.", 3, "Gone", false),
    sentence("Lie.", 4, "Here", false),
    sentence("Four.", 4, "Here"),
    sentence("Five.", 5, "Here"),
  ];
  expect(textOf(sentences)).toBe("One. Two.\n\nThree.\n\n## Here\n\nFour.\n\nFive.");
  expect(textOf([])).toBe("");
});

test("EV21 prose is read in its paragraphs; broken JSON is not", () => {
  expect(readProse("One. Two.\n\n# Title\n\nThree.")?.sentences).toMatchObject([
    { text: "One.", paragraph: 1, source: null },
    { text: "Two.", paragraph: 1 },
    { text: "Three.", paragraph: 3 },
  ]);
  expect(readProse('{"text":"She studies ageing."}')?.sentences).toMatchObject([{ text: "She studies ageing." }]);
  const aside = [
    '{"something":"else"}',
    '{"error":"I cannot write about this person."}',
    '{"status":"ok","code":"200"}',
  ];
  const cut = ['{"sentences": [', "```json\n{", '["a"', "Sure! Here is the thing: {…", "Of course:"];
  for (const broken of [...cut, ...aside]) expect(readProse(broken), broken).toBeNull();
});
