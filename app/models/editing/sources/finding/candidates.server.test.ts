import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SourcePage } from "~/models/records/evidence/evidence";
import { candidatesFor } from "./candidates.server";
import { proposalFigures, proposalsFor } from "./measure.server";

const PERSON = "Vera Holm";

function page(text: string, more: Partial<SourcePage> = {}): SourcePage {
  const known = { retrievedAt: "", textHash: text, isCut: false, namesPerson: true, doi: "", isRetracted: false };
  return { url: "https://holm.example/", title: PERSON, text, ...known, ...more };
}

async function quotes(sentence: string, ...pages: SourcePage[]) {
  const [found = []] = await candidatesFor([{ field: "biography", sentence }], pages, PERSON);
  return found.map(({ quote }) => quote);
}

describe("EV14 passages that could support a sentence", () => {
  test.each(["held-out", "kinds"])(
    "on the pages of %s.jsonl the first is right for six sentences of ten, and at most one proposal of ten is wrong",
    async (name) => {
      const figures = proposalFigures(await proposalsFor(readFileSync(`test/evidence/pages/${name}.jsonl`, "utf8")));
      expect(figures.right).toBeGreaterThanOrEqual(0.6);
      expect(figures.wrong).toBeLessThanOrEqual(0.1);
    },
  );

  test("says what sentence and quote have in common, and where", async () => {
    const sentence = "She discovered the gene lifr-2 in 1998.";
    const text = "Vera Holm studied in Lund.\n\nIn 1998 she discovered the gene lifr-2 in zebrafish.";
    const [[found] = []] = await candidatesFor([{ field: "biography", sentence }], [page(text)], PERSON);
    expect(found?.quote).toBe("In 1998 she discovered the gene lifr-2 in zebrafish.");
    expect(found?.shared.text).toMatch(/^Both have: .*1998/);
    expect(found?.shared.claim.map(([from, to]) => sentence.slice(from, to))).toContain("1998");
    expect(found?.shared.quote.map(([from, to]) => found.quote.slice(from, to))).toContain("gene");
  });

  test("another year, another number, another person or a negation is no candidate", async () => {
    const own = page("Vera Holm won the Lindgren Prize for her zebrafish in 2004.");
    expect(await quotes("She won the Lindgren Prize in 2004.", own)).toHaveLength(1);
    expect(await quotes("She won the Lindgren Prize in 2005.", own)).toEqual([]);
    const other = page("Vera Holm\n\nSwims.\n\nErik Strand\n\nHe won the Lindgren Prize in 2004.");
    expect(await quotes("She won the Lindgren Prize in 2004.", other)).toEqual([]);
    const never = page("Vera Holm never won the Lindgren Prize in 2004.");
    expect(await quotes("She won the Lindgren Prize in 2004.", never)).toEqual([]);
  });

  test("whom a sentence names after a preposition, it is not about", async () => {
    const sentence = "She and Erik Strand devised a test for the eyes of fish.";
    const text = "Vera Holm leads a laboratory. With Erik Strand she devised a test for the eyes of fish.";
    const [found] = await quotes(sentence, page(text));
    expect(found).toBe("With Erik Strand she devised a test for the eyes of fish.");
    const next = `${text} She is the editor of a journal for the keepers of zebrafish.`;
    expect(await quotes("She edits a journal for the keepers of zebrafish.", page(next))).toHaveLength(1);
  });

  test("a name that stands on no line of the page makes its lines no candidates", async () => {
    const list = page("Vera Holm received the medal of the academy in 2004.");
    expect(await quotes("She received the medal of the Nordlund Academy in 2004.", list)).toEqual([]);
  });

  test("proposes at most three passages, and the same words once", async () => {
    const line = (of: string) => `Vera Holm founded the zebrafish clinic in Malmö in 1999${of}.`;
    const pages = ["", "", " with a loan", " with a friend", " in the autumn"].map((of, at) =>
      page(line(of), { url: `https://holm.example/${at}` }),
    );
    const found = await quotes("She founded the zebrafish clinic in Malmö in 1999.", ...pages);
    expect(found).toHaveLength(3);
    expect(new Set(found).size).toBe(3);
  });
});
