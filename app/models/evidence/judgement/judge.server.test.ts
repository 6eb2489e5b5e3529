import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { judge } from "./judge.server";
import { figuresOf, type Pair, readPairs } from "./pairs";

const reasonsOf = async (claim: string, quote: string) =>
  (await judge(claim, quote)).reasons.map(({ text }) => text).join(" ");

describe("EV12 the alarm says what differs between a sentence and a quote", () => {
  const lab = "Harriet Vance (born 3 June 1948 in Leeds) ran the polymer laboratory from 1981 to 1996.";

  test.each([
    ["Harriet Vance was born in Leeds in 1943.", lab, "The year 1943 is not in the quote, which says 1948"],
    ["Harriet Vance was born in May 1948 in Leeds.", lab, "The month"],
    ["Harriet Vance was born in Durham in 1948.", lab, "does not name Durham"],
    ["Ann Coe ran the polymer laboratory from 1981 to 1996.", lab, "The quote names Harriet Vance, not Ann Coe"],
    ["The drug lowered blood pressure.", "The drug did not lower blood pressure.", "denies something (“not”)"],
    ["The drug did not lower blood pressure.", "The drug lowered blood pressure.", "denies something (“not”)"],
    ["Sales rose by 12 percent.", "Sales fell by 12 percent.", "“rose” where the quote says “fell”"],
    ["It lasted three weeks.", "It lasted three months.", "The sentence says 3 weeks, the quote 3 months"],
    ["More than 300 people came to the fair.", "Fewer than 300 people came to the fair.", "“more”"],
    ["The treatment cured arthritis.", "Whether the treatment may cure arthritis is open.", "leaves it open"],
    ["Sugar causes gout.", "Sugar was associated with gout.", "of a cause"],
    ["It is the largest lake of the country.", "It is the third-largest lake of the country.", "third largest"],
    ["Rates fell from 9 to 5 percent.", "Rates changed from 5 to 9 percent.", "“from 9”"],
  ])("%s", async (claim, quote, reason) => {
    expect((await judge(claim, quote)).verdict).toBe("look");
    expect(await reasonsOf(claim, quote)).toContain(reason);
  });

  test("what the quote lacks is named, and marked in the sentence", async () => {
    const claim = "Harriet Vance ran the polymer laboratory and bred orchids.";
    const { verdict, reasons } = await judge(claim, lab);
    expect(verdict).toBe("look");
    expect(reasons.at(-1)?.text).toBe("The quote does not mention: orchids, bred.");
    expect(reasons.at(-1)?.claim.map(([from, to]) => claim.slice(from, to))).toEqual(["orchids", "bred"]);
  });

  test.each([
    ["Harriet Vance led the polymer lab between 1981 and 1996.", lab],
    ["The WHO was founded in 1948.", "The World Health Organization was established in 1948."],
    ["Over 300 people came.", "312 people came."],
    ["About 30 percent of the rats lived.", "Of the rats, 29.7 percent lived."],
    ["Zoë was born on 5 May 1990 in Łódź.", "Zoe (born 1990-05-05, Lodz)"],
    ["Twenty-five people signed the letter.", "The letter was signed by 25 people."],
    ["The yield changed significantly.", "Significant changes of the yield were seen."],
    ["About 12 percent of the rodents fell ill.", "Of the rats and mice, 11.9 percent fell ill."],
    ["Sales rose threefold.", "Sales rose 2–3 fold."],
    ["Calorie restriction slowed the growth of the mice.", "CR slowed the growth of the mice."],
    ["More than 3,400 patients answered.", "Three thousand four hundred and ninety-four patients answered."],
    ["Two thirds of the patients answered.", "Of the patients, 65.8% answered."],
    ["The bridge opened early in the 20th century.", "The bridge opened in 1904."],
    ["No woman had led the survey before Ann Coe.", "Ann Coe was the first woman to lead the survey."],
    [
      "Vance, who headed a laboratory for fifteen years, came from Leeds.",
      "Harriet Vance was born in Leeds. She moved to Toronto in 1976. For fifteen years she ran a laboratory there, which made polymers for the car industry and trained many of the chemists of the country.",
    ],
  ])("it is quiet where they agree in other words: %s", async (claim, quote) => {
    expect(await judge(claim, quote)).toMatchObject({ verdict: "ok", reasons: [] });
  });

  test("of whom the page is known to be about, the quote need not speak by name", async () => {
    const claim = "Harriet Vance ran the polymer laboratory.";
    const quote = "From 1981 to 1996 Bob Ray and she ran the polymer laboratory.";
    expect((await judge(claim, quote, "Harriet Vance")).verdict).toBe("ok");
  });

  test("questions, headings and nothing at all are never enough", async () => {
    for (const quote of ["", "…", "Harriet Vance", "Did Harriet Vance run the polymer laboratory?"])
      expect((await judge("Harriet Vance ran the polymer laboratory.", quote)).verdict).toBe("look");
  });
});

describe("EV12 the alarm holds on pairs that it was not tuned on", () => {
  const judged = async (isOfStyle: (style: string) => boolean) => {
    const text = readFileSync("test/evidence/pairs/held-out.jsonl", "utf8");
    const lines = text.split("\n").filter((line) => line && isOfStyle(JSON.parse(line).style));
    const pairs = readPairs(lines.join("\n")).map((line) => ("pair" in line ? line.pair : undefined) as Pair);
    const verdicts = await Promise.all(pairs.map(({ claim, quote }) => judge(claim, quote)));
    const figures = figuresOf(
      pairs.map(({ supported }, at) => ({ supported: supported === true, verdict: verdicts[at]?.verdict ?? "ok" })),
    );
    return figures as NonNullable<typeof figures>;
  };

  test("sentences in nearly the words of a short quote, with details changed", async () => {
    const figures = await judged((style) => style !== "paraphrase");
    expect(figures.pairs).toBeGreaterThan(250);
    expect(figures.macroF1).toBeGreaterThan(0.75);
    expect(figures.falseSilence).toBeLessThan(0.24);
  });

  test("sentences in quite other words than a long passage", async () => {
    const figures = await judged((style) => style === "paraphrase");
    expect(figures.pairs).toBeGreaterThan(30);
    expect(figures.macroF1).toBeGreaterThan(0.45);
    expect(figures.falseSilence).toBeLessThan(0.12);
  });
});

describe("EV12 foreign texts are judged in linear time", () => {
  const long = 100_000;
  const odd: [string, string][] = [
    ["one word", "a".repeat(long)],
    ["one name", "Aa ".repeat(long / 3)],
    ["numbers", "1,1.".repeat(long / 4)],
    ["digits", "1".repeat(long)],
    ["dots", ". ".repeat(long / 2)],
    ["negators", "not no ".repeat(long / 7)],
    ["capitals", "A B C D ".repeat(long / 8)],
    ["marks", `e${"\u0301".repeat(long)}`],
    ["apostrophes", "a'".repeat(long / 2)],
    ["surrogates", "\ud800".repeat(long)],
    ["the sentence again and again", "Harriet Vance ran 3 polymer laboratories from 1981 to 1996. ".repeat(long / 60)],
    ["words that begin alike", Array.from({ length: long / 12 }, (_, n) => `polymer${n.toString(36)}q`).join(" ")],
    ["years", Array.from({ length: long / 5 }, (_, n) => 1000 + (n % 1000)).join(" ")],
  ];

  test.each(odd)("%s", async (_name, text) => {
    const claim = "Harriet Vance did not run 3 polymer laboratories of the largest kind from 1981 to 1996.";
    const half = text.slice(0, long / 2);
    await judge(claim, half);
    const took = async (quote: string, own = claim) => {
      const start = performance.now();
      await judge(own, quote);
      return performance.now() - start;
    };
    const [small, large] = [await took(half), await took(text)];
    // Twice the text may take a few times as long, never four.
    expect(large).toBeLessThan(3.5 * small + 300);
    await judge(text, claim);
  });
});
