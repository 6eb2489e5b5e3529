import { describe, expect, test } from "vitest";
import { sizeOf } from "~/models/base/providers/prompt.server";
import { type DraftSentence, textOf } from "~/models/records/provenance/sentences";
import { pagesFor, readProse } from "./write-with-evidence.server";

const sourcesWith = (text: string, pageCount = 1) => {
  const page = {
    url: "https://ada.example/",
    title: "Ada Example",
    text,
    retrievedAt: "",
    textHash: "",
    isCut: false,
    namesPerson: true,
    doi: "",
    isRetracted: false,
  };
  const pages = Array.from({ length: pageCount }, () => page);
  return { pages, name: "Ada", failed: [], notice: "", costUsd: null, inputTokens: null, outputTokens: null };
};

describe("EV22 pages in a prompt", () => {
  test.each(["plain words ", "<<<>>>", '"quoted"\n', "😀"])("are cut to the size limit: %s", (piece) => {
    for (const pageCount of [1, 12]) {
      const size = sizeOf(pagesFor(sourcesWith(piece.repeat(30_000), pageCount), "Ada Example"));
      expect(size).toBeGreaterThan(20_000);
      expect(size).toBeLessThan(45_000);
    }
  });

  test("contain the part of a long page around the person's name", () => {
    const [page] = pagesFor(
      sourcesWith(`${"Nothing. ".repeat(9_000)}Ada Example knows it.${" More.".repeat(9_000)}`),
      "Ada Example",
    );
    expect(page?.text).toContain("Ada Example knows it.");
    expect(page?.text.length).toBeLessThan(45_000);
  });
});

test("EV20 a text consists of its supported sentences, with a heading where a section begins", () => {
  const evidence = {} as NonNullable<DraftSentence["evidence"]>;
  const sentence = (text: string, paragraph: number, heading = "", isSupported = true): DraftSentence => ({
    field: "body",
    text,
    paragraph,
    heading,
    reason: "",
    evidence: isSupported ? evidence : null,
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

test("EV21 reads prose by paragraphs, and refuses broken JSON and JSON without prose", () => {
  expect(readProse("One. Two.\n\n# Title\n\nThree.")?.sentences).toMatchObject([
    { text: "One.", paragraph: 1, source: null },
    { text: "Two.", paragraph: 1 },
    { text: "Three.", paragraph: 3 },
  ]);
  expect(readProse('{"text":"She studies ageing."}')?.sentences).toMatchObject([{ text: "She studies ageing." }]);
  const answersWithoutProse = [
    '{"something":"else"}',
    '{"error":"I cannot write about this person."}',
    '{"status":"ok","code":"200"}',
  ];
  const brokenJson = [
    '{"sentences": [',
    "```json\n{",
    '["a"',
    '"She studies ageing.',
    "Sure! Here is the thing: {…",
    "Of course:",
  ];
  for (const answer of [...brokenJson, ...answersWithoutProse]) expect(readProse(answer), answer).toBeNull();
});
