import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SourcePage, WrittenSentence } from "./evidence";
import { checkSentences, findQuote } from "./quotes";
import { sentencesIn } from "./sentences";

const NAME = "David Sinclair";

function page(text: string, changes: Partial<SourcePage> = {}): SourcePage {
  const about = { url: "https://example.com/", title: "Page", retrievedAt: "2026-01-01T00:00:00.000Z", textHash: "a" };
  return { ...about, text, isCut: false, namesPerson: true, doi: "", isRetracted: false, ...changes };
}

function check(changes: Partial<WrittenSentence>, pages: SourcePage[], name = NAME) {
  const sentence = { text: "He is a professor.", source: 1, quote: "", ...changes };
  const { evidence, unsupported } = checkSentences("biography", [sentence], pages, name);
  return evidence[0] ?? unsupported[0]?.reason;
}

describe("EV01 a quote stands in a text", () => {
  test.each([
    ["the director of the Paul F. Glenn Center", "He is the director of the Paul F.\n  Glenn Center."],
    ["“A ‘new’ drug” – he said – works", "\"A 'new' drug\" - he said — works"],
    ["a longevity researcher from Boston", "a longev-\nity researcher from Boston"],
    ["a well-known scientist in Boston", "a well-\nknown scientist in Boston"],
    ["a well-known scientist in Boston", "a well-known scientist in Boston"],
    ["a longev- ity researcher from Boston", "a longev-\nity researcher from Boston"],
    ["the efficient office of finances", "the e\ufb03cient o\ufb03ce of \ufb01nances"],
    ["the soft hyphen is invisible", "the so\u00adft hyphen is in\u200bvisible"],
    ["José is a professor of biology", "Jose\u0301 is a professor of biology"],
    ["山中伸弥は教授です", "京都大学の山中伸弥は教授です。"],
    ["he wrote … about cells and ageing", "he wrote … about cells and ageing"],
    ["Professor of Genetics at Harvard", "Professor of Genetics at Harvard, then"],
  ])("finds “%s” in: %s", (quote, text) => {
    expect(findQuote(quote, text)).not.toBeNull();
  });

  test.each([
    ["able to cure all mice", "He was unable to cure all mice"],
    ["toxic in all the mice", "It was non-toxic in all the mice"],
    ["5 million mice were cured", "3.5 million mice were cured"],
    ["the dose was 3", "the dose was 3.5 grams"],
    ["a professor of Genetics at Harvard", "a Professor of Genetics at Harvard"],
    ["a re-signed contract of work", "a resigned contract of work"],
    ["a resigned contract of work", "a re-signed contract of work"],
    ["he wrote … and ageing", "he wrote about cells and ageing"],
    ["he wrote [...] and ageing", "he wrote about cells and ageing"],
    ["", "anything"],
    ["—", "a — b"],
  ])("does not find “%s” in: %s", (quote, text) => {
    expect(findQuote(quote, text)).toBeNull();
  });

  test("returns about 200 characters of context on both sides, in complete words", () => {
    const text = `${"before ".repeat(100)}the quote of four words ${"after ".repeat(100)}`;
    const { context } = findQuote("the quote of four words", text) ?? { context: "" };
    expect(context).toMatch(/^before .*before the quote of four words after .*after$/);
    expect(context.length).toBeLessThan(430);
    const unspaced = findQuote("山中伸弥は教授です", `${"𠮷".repeat(150)}は山中伸弥は教授です。${"𠮷".repeat(150)}`);
    expect(unspaced?.context).toMatch(/^𠮷+は.*。𠮷+$/u);
  });
});

describe("EV02 a sentence is supported by its own page only", () => {
  const quote = "was appointed professor of genetics";
  const goodPage = page(`David Sinclair was appointed professor of genetics in 1999. ${"Other text. ".repeat(300)}`);

  test.each([
    ["of genetics", false],
    ["professor of it", false],
    ["a man of it in", true],
    ["professor of genetics", true],
  ])("refuses a quote of fewer than four words and twenty characters: %s", (shortQuote, isEnough) => {
    const text = "David Sinclair is a professor of genetics, a professor of it all, and a man of it in all.";
    const result = check({ quote: shortQuote }, [page(text)]);
    if (isEnough) expect(result).toMatchObject({ quote: shortQuote });
    else expect(result).toBe("Its quote is too short to prove anything.");
  });

  test("accepts a quote from the named page if the page names the person near it", () => {
    expect(check({ quote }, [goodPage])).toMatchObject({
      field: "biography",
      sentence: "He is a professor.",
      quote,
      context: expect.stringContaining("David Sinclair was appointed"),
      source: { url: "https://example.com/", title: "Page", textHash: "a" },
    });
    const farText = `David Sinclair. ${"Other text. ".repeat(300)} Aubrey de Grey was appointed professor of genetics.`;
    expect(check({ quote }, [page(farText)])).toBe("The page does not name David Sinclair near the quote.");
    expect(check({ quote }, [page(farText, { title: "David A. Sinclair | Harvard" })])).toHaveProperty("quote", quote);
    expect(check({ quote }, [page("", {}), goodPage])).toBe("Its quote is not on the page.");
    expect(check({ quote, source: 2 }, [page("", {}), goodPage])).toHaveProperty("quote", quote);
    expect(check({ quote }, [{ ...goodPage, namesPerson: false }])).toBe("The page does not name David Sinclair.");
    expect(check({ quote }, [page("Mice was appointed professor of genetics.")], "")).toHaveProperty("quote", quote);
  });

  test.each([
    [{ source: null, quote }, "It names no source."],
    [{ source: 7, quote }, "It names a source that was not read."],
    [{ source: 0, quote }, "It names a source that was not read."],
    [{ quote: " " }, "It has no quote."],
    [{ quote: "in 1999" }, "Its quote is too short to prove anything."],
    [{ quote: "Other text. ".repeat(60) }, "Its quote is longer than 600 characters."],
    [{ quote: "David Sinclair … in 1999" }, "Its quote is put together from pieces."],
    [{ quote, text: "He is a professor. He cures mice." }, "It is more than one sentence for one quote."],
  ])("refuses %j: %s", (changes, reason) => {
    expect(check(changes, [goodPage])).toBe(reason);
  });

  test("keeps the paragraphs of supported sentences, and removes headings without any", () => {
    const support = { source: 1, quote };
    const written = [
      { text: "## Life\n\n", source: null, quote: "" },
      { text: "He was born.", ...support },
      { text: "He cures everybody.\n\n", source: 1, quote: "cures everybody in the world" },
      { text: "He works.", ...support },
      { text: "\n\n## Work", source: null, quote: "" },
      { text: "He invents things.", source: null, quote: "" },
    ];
    const { text, evidence, unsupported, sentences } = checkSentences("body", written, [goodPage], NAME);
    expect(text).toBe("## Life\n\nHe was born.\n\nHe works.");
    expect(evidence).toHaveLength(2);
    expect(unsupported.map(({ sentence }) => sentence)).toEqual(["He cures everybody.", "He invents things."]);
    expect(sentences).toHaveLength(6);
  });
});

const word = fc.stringMatching(/^[a-z]{2,9}$/);
const SIGNS = [" ", "  ", "\n", "\u00a0", " \u200b", "\t"];

/** The words of a generated page. */
const words = fc.array(word, { minLength: 12, maxLength: 60 });

describe("EV03 generated pages", () => {
  test("finds every run of complete words in a page, with any white space", () => {
    const example = fc.record({
      words,
      from: fc.nat({ max: 7 }),
      length: fc.integer({ min: 4, max: 30 }),
      spaces: fc.array(fc.constantFrom(...SIGNS), { minLength: 60, maxLength: 60 }),
    });
    fc.assert(
      fc.property(example, ({ words, from, length, spaces }) => {
        const text = words.map((word, index) => word + spaces[index]).join("");
        const quote = words.slice(from, from + length).join(" ");
        expect(findQuote(quote, text)?.context.replace(/\s+/g, " ")).toBeDefined();
      }),
    );
  });

  test("finds no invented, stitched or foreign quote", () => {
    const example = fc.record({
      words,
      otherWords: words,
      at: fc.integer({ min: 4, max: 8 }),
      gap: fc.constantFrom("", "…", "...", "[...]"),
    });
    fc.assert(
      fc.property(example, ({ words, otherWords, at, gap }) => {
        const text = words.join(" ");
        const isIn = (parts: string[]) => ` ${text} `.includes(` ${parts.join(" ")} `);
        const isInLetters = (parts: string[]) => text.replaceAll(" ", "").includes(parts.join(""));
        const tries = {
          invented: [...words.slice(0, at), "invented", ...words.slice(at, at + 2)],
          changed: words.slice(0, at).map((word, index) => (index === 2 ? `${word}x` : word)),
          stitched: [...words.slice(0, 3), ...(gap ? [gap] : []), ...words.slice(at + 1, at + 4)],
          foreign: otherWords.slice(0, at),
        };
        for (const [kind, parts] of Object.entries(tries)) {
          fc.pre(isIn(parts) || !isInLetters(parts));
          expect(findQuote(parts.join(" "), text) !== null, kind).toBe(isIn(parts));
        }
      }),
    );
  });

  test("assigns every letter of a text to one sentence", () => {
    const prose = fc
      .array(
        fc.tuple(
          fc.constantFrom(
            "Dr. Smith",
            "et al.",
            "a Ph.D.",
            "3.5",
            "D. A.",
            "The",
            "he",
            "山中。",
            "U.S.",
            "wrote",
            "?",
          ),
          fc.constantFrom(" ", ". ", "! ", "\n", ".\n\n", ".” "),
        ),
        { minLength: 1, maxLength: 30 },
      )
      .map((pieces) => pieces.flat().join(""));
    const letters = (text: string) => text.replace(/\s+/g, "");
    fc.assert(
      fc.property(prose, (text) => {
        expect(letters(sentencesIn(text).join(""))).toBe(letters(text));
      }),
    );
  });
});

describe("EV04 sentences", () => {
  test.each([
    [
      "He holds a Ph.D. from MIT. Dr. Smith et al. found 3.5 million cells. David A. Sinclair agrees.",
      ["He holds a Ph.D. from MIT.", "Dr. Smith et al. found 3.5 million cells.", "David A. Sinclair agrees."],
    ],
    ["He has a Ph.D. He lives in the U.S. Born in 1969.", ["He has a Ph.D.", "He lives in the U.S.", "Born in 1969."]],
    ["He asked: “Why?” Then he left.", ["He asked: “Why?”", "Then he left."]],
    ["山中伸弥は教授です。彼は京都にいる。", ["山中伸弥は教授です。", "彼は京都にいる。"]],
    [
      "## Life\n\nHe was\nborn.\n\n- One\n- Two goes\n  on\n\n1. Three\n\n---",
      ["He was born.", "One", "Two goes on", "Three"],
    ],
    [
      "## 1. Life and work\n## What is known?\n## Work at Acme Inc.\n## With Dr. Smith ##\n# He cured **ageing**. ##\nHe was born.\n### He won the prize! Twice",
      ["He cured **ageing**.", "He was born.", "He won the prize!", "Twice"],
    ],
    [`# ${"a claim and ".repeat(11)}`, ["a claim and ".repeat(11).trim()]],
    ["", []],
  ])("%s", (text, sentences) => {
    expect(sentencesIn(text)).toEqual(sentences);
  });
});
