import { expect, test } from "vitest";
import { marksOf, readQuestion, readSynonyms, weakWords } from "~/db.server";
import { SYNONYMS } from "~/subject/synonyms";
import { marker } from "./matches.server";

const synonyms = readSynonyms(SYNONYMS);

function markedIn(text: string, search: string): string[] {
  const pieces = marker(marksOf(readQuestion(search, synonyms).units))(text);
  return typeof pieces === "string" ? [] : pieces.filter((_, index) => index % 2 === 1);
}

test("D21 marks no filler word beside a significant word", () => {
  const allWeakWords = weakWords();
  expect(allWeakWords.length).toBeGreaterThan(250);
  // Leaves out words that an admin's list gives another meaning: "head" is a director.
  const unlisted = allWeakWords.filter((word) => !synonyms.singleWords.has(word));
  expect(unlisted.length).toBeGreaterThan(allWeakWords.length - 20);
  for (const word of unlisted) {
    const searches = [`${word} quokka`, `who ${word} on quokkas?`];
    for (const search of searches)
      expect(markedIn(`They ${word}, ${word}s, ${word}ed a quokka.`, search), search).toEqual(["quokka"]);
  }
});

test("D21 marks the significant words of a phrase, never its filler words alone", () => {
  const text = "She worked on old cells that work no more.";
  expect(markedIn(text, "who works on worn-out cells?")).toEqual(["cells"]);
  expect(markedIn(text, "who works on exercise?")).toEqual([]);
  expect(markedIn(text, "cells")).toEqual(["cells"]);
});
