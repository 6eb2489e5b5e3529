import { describe, expect, test } from "vitest";
import type { SourcePage } from "~/models/records/evidence/evidence";
import { candidatesFor } from "./candidates.server";

const PERSON = "Vera Holm";

function makePage(text: string, changes: Partial<SourcePage> = {}): SourcePage {
  const defaults = { retrievedAt: "", textHash: text, isCut: false, namesPerson: true, doi: "", isRetracted: false };
  return { url: "https://holm.example/", title: PERSON, text, ...defaults, ...changes };
}

async function candidates(sentence: string, ...pages: SourcePage[]) {
  const [firstCandidates = []] = await candidatesFor([{ field: "biography", sentence }], pages, PERSON);
  return firstCandidates;
}

describe("EV14 passages that could support a sentence", () => {
  test("the best passage shares the most rare words, names and numbers, and lists the shared and missing facts", async () => {
    const sentence = "She discovered the gene lifr-2 in 1998.";
    const text = `Vera Holm studied the genes of fish in Lund.

She discovered that fish sleep.

In 1999 she discovered the gene lifr-2 in zebrafish.`;
    const [firstCandidate] = await candidates(sentence, makePage(text));
    expect(firstCandidate?.quote).toBe("In 1999 she discovered the gene lifr-2 in zebrafish.");
    expect(firstCandidate?.shared.text).toMatch(/^Both have: .*gene/);
    expect(firstCandidate?.shared.claim.map(([from, to]) => sentence.slice(from, to))).toContain("lifr");
    expect(firstCandidate?.shared.quote.map(([from, to]) => firstCandidate.quote.slice(from, to))).toContain("gene");
    expect(firstCandidate?.missing).toBe("1998 is not in the quote, which has 1999.");
  });

  test("passages with a different meaning are ranked too, for the editor to decide", async () => {
    const text = "Vera Holm never won the Lindgren Prize in 2004. Erik Strand won the Lindgren Prize in 2005.";
    const candidatesFound = await candidates("She won the Lindgren Prize in 2005.", makePage(text));
    expect(candidatesFound[0]?.quote).toBe("Erik Strand won the Lindgren Prize in 2005.");
    expect(candidatesFound.map(({ quote }) => quote)).toContain("Vera Holm never won the Lindgren Prize in 2004.");
  });

  test("the cells of a row are one passage, and paragraphs are passages of their own", async () => {
    const sentence = "She was a professor in Geneva from 2012.";
    const rowCandidates = await candidates(sentence, makePage("Vera Holm: positions\n\n2012–\n\nProfessor in Geneva"));
    expect(rowCandidates.map(({ quote }) => quote)).toEqual(["2012– Professor in Geneva"]);
    const paragraphs = "Vera Holm came to the lake in 2012.\n\nThe professor lives in Geneva, not in Lund.";
    const paragraphCandidates = await candidates(sentence, makePage(paragraphs));
    expect(paragraphCandidates.map(({ quote }) => quote).toSorted()).toEqual([
      "The professor lives in Geneva, not in Lund.",
      "Vera Holm came to the lake in 2012.",
    ]);
  });

  test("proposes at most three different passages, and none that shares only the person's name", async () => {
    const makeLine = (ending: string) => `Vera Holm founded the zebrafish clinic in Malmö in 1999${ending}.`;
    const pages = ["", "", " with a loan", " with a friend", " in the autumn"].map((ending, index) =>
      makePage(makeLine(ending), { url: `https://holm.example/${index}` }),
    );
    const candidatesFound = await candidates("She founded the zebrafish clinic in Malmö in 1999.", ...pages);
    expect(new Set(candidatesFound.map(({ quote }) => quote)).size).toBe(3);
    expect(candidatesFound).toHaveLength(3);
    expect(await candidates("Holm retired.", makePage("Vera Holm studied in Lund and in Uppsala."))).toEqual([]);
  });
});
