import { expect, test } from "vitest";
import { checkedResult, type GeneratedProfile, type GenerationInput } from "~/models/editing/ai/generations.server";
import { storedIn, suggestedValue, writtenValue } from "./stored-suggestions.server";

const OLD = "Ada works on sleep. She is admired.\n\nShe lives in Bonn.";

test("EV21 shows a suggestion from a version without evidence as unsupported, and adds nothing to the field", () => {
  const { sentences } = storedIn("biography", OLD);
  expect(sentences.map(({ text, paragraph, evidence }) => [text, paragraph, evidence])).toEqual([
    ["Ada works on sleep.", 0, null],
    ["She is admired.", 0, null],
    ["She lives in Bonn.", 1, null],
  ]);
  for (const { reason } of sentences) expect(reason).toBe("It was written before sources were asked for.");
  expect([suggestedValue("biography", OLD), writtenValue("biography", OLD)]).toEqual(["", OLD]);
  const entries = JSON.stringify({ entries: ["Sleep|She works on it."], rejected: [] });
  expect(suggestedValue("scienceHighlights", entries)).toEqual([]);
  expect(storedIn("scienceHighlights", entries).sentences).toMatchObject([{ text: "Sleep|She works on it." }]);
  const links = JSON.stringify({ entries: ["Site|https://ada.example/"], rejected: [] });
  expect(suggestedValue("referenceLinks", links)).toEqual(["Site|https://ada.example/"]);
});

test("EV21 a generated profile from before there was evidence has only what the admin typed", () => {
  const older = { longevityContribution: "Ada works on sleep.", biography: OLD } as GeneratedProfile;
  const result = checkedResult({ customContribution: undefined } as GenerationInput, older);
  expect([result.longevityContribution, result.biography, result.evidence]).toEqual(["", "", []]);
  expect(result.unsupported.map(({ field }) => field)).toEqual([
    "longevityContribution",
    ...Array(3).fill("biography"),
  ]);
  const withTypedText = checkedResult({ customContribution: "Typed." } as GenerationInput, older);
  expect([withTypedText.longevityContribution, withTypedText.unsupported.length]).toEqual(["Typed.", 3]);
});
