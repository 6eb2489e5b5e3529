import { expect, test } from "vitest";
import { checkedResult, type GeneratedProfile, type GenerationInput } from "~/models/editing/ai/generations.server";
import { storedIn, suggestedValue, writtenValue } from "./stored-suggestions.server";

const OLD_TEXT = "Ada works on sleep. She is admired.\n\nShe lives in Bonn.";

test("EV21 shows a suggestion from a version without evidence as unsupported, and adds nothing to the field", () => {
  const { sentences } = storedIn("biography", OLD_TEXT);
  expect(sentences.map(({ text, paragraph, evidence }) => [text, paragraph, evidence])).toEqual([
    ["Ada works on sleep.", 0, null],
    ["She is admired.", 0, null],
    ["She lives in Bonn.", 1, null],
  ]);
  for (const { reason } of sentences) expect(reason).toBe("It was written before sources were asked for.");
  expect([suggestedValue("biography", OLD_TEXT), writtenValue("biography", OLD_TEXT)]).toEqual(["", OLD_TEXT]);
  const highlightEntries = JSON.stringify({ entries: ["Sleep|She works on it."], rejected: [] });
  expect(suggestedValue("scienceHighlights", highlightEntries)).toEqual([]);
  expect(storedIn("scienceHighlights", highlightEntries).sentences).toMatchObject([{ text: "Sleep|She works on it." }]);
  const linkEntries = JSON.stringify({ entries: ["Site|https://ada.example/"], rejected: [] });
  expect(suggestedValue("referenceLinks", linkEntries)).toEqual(["Site|https://ada.example/"]);
});

test("EV21 a generated profile from a version without evidence has only the text that the admin typed", () => {
  const oldProfile = { longevityContribution: "Ada works on sleep.", biography: OLD_TEXT } as GeneratedProfile;
  const result = checkedResult({ customContribution: undefined } as GenerationInput, oldProfile);
  expect([result.longevityContribution, result.biography, result.evidence]).toEqual(["", "", []]);
  expect(result.unsupported.map(({ field }) => field)).toEqual([
    "longevityContribution",
    ...Array(3).fill("biography"),
  ]);
  const withTypedText = checkedResult({ customContribution: "Typed." } as GenerationInput, oldProfile);
  expect([withTypedText.longevityContribution, withTypedText.unsupported.length]).toEqual(["Typed.", 3]);
});
