import { describe, expect, test } from "vitest";
import { keyOf, linksAsText, placedSupportOf, presentEvidence, sentencesOf, supportOf } from "./support";

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

describe("sentences that an abbreviation may join", () => {
  const DEGREE = { field: "biography", sentence: "Sinclair holds a Ph.D." };
  const AGEING = { field: "biography", sentence: "Sinclair reversed **ageing** in mice." };
  const TEXT = `He was born. ${DEGREE.sentence}\nSinclair reversed ageing in mice.  mTOR is known. He left.`;

  test("each keep their own evidence, and words without any need one", () => {
    const support = placedSupportOf("biography", TEXT, [AGEING, DEGREE]);
    expect(support.map(({ sentence, evidence }) => [sentence, evidence])).toEqual([
      ["He was born.", []],
      [DEGREE.sentence, [DEGREE]],
      ["Sinclair reversed ageing in mice.", [AGEING]],
      ["mTOR is known.", []],
      ["He left.", []],
    ]);
    for (const { sentence, end } of support) expect(TEXT.slice(0, end)).toMatch(new RegExp(`${sentence}$`));
    for (const evidence of [[AGEING], [DEGREE], [AGEING, DEGREE]])
      expect(presentEvidence({ biography: TEXT }, evidence)).toEqual(evidence);
    expect(supportOf("biography", TEXT, []).map(({ sentence }) => sentence.length)).toEqual([12, 72, 8]);
  });

  test("rest on evidence for all of them", () => {
    const whole = { field: "biography", sentence: `${DEGREE.sentence} from MIT.` };
    expect(supportOf("biography", whole.sentence, [DEGREE, whole])).toEqual([
      { sentence: whole.sentence, evidence: [whole] },
    ]);
  });

  test("do not make a longer highlight or title rest on the evidence of the shorter one", () => {
    const highlight = { field: "scienceHighlights", sentence: "Reprogramming|She reversed ageing in mice." };
    const longer = `${highlight.sentence} It cured cancer in patients.`;
    expect(supportOf("scienceHighlights", [highlight.sentence, longer], [highlight])).toEqual([
      { sentence: highlight.sentence, evidence: [highlight] },
      { sentence: longer, evidence: [] },
    ]);
    const title = { field: "title", sentence: "Founder of Acme Inc." };
    expect(supportOf("title", `${title.sentence} Head of Harvard`, [title])).toMatchObject([{ evidence: [] }]);
  });
});
