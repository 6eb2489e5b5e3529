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
    [
      "Harriet Vance taught painting at Elm Hill School.",
      "She took a post as teacher of dancing at Elm Hill School in Maine.",
      "“painting” where the quote says “dancing”",
    ],
    ["The Elm Hill School taught painting.", "The Oak Hill School taught painting.", "elm"],
    [
      "Harriet Vance has sung for over 40 years.",
      "Harriet Vance has sung for over five decades.",
      "The number 40 is not",
    ],
    ["She founded the fund in 1988.", "The fund was founded in 1988 by Bob Ray.", "“founded by Bob Ray”"],
    ["She gave 9 million to research.", "It has given 9 million to research since.", "speaks of a thing (“it”)"],
    ["It lasted three weeks.", "It lasted three months.", "The sentence says 3 weeks, the quote 3 months"],
    ["More than 300 people came to the fair.", "Fewer than 300 people came to the fair.", "“more”"],
    ["The treatment cured arthritis.", "Whether the treatment may cure arthritis is open.", "leaves it open"],
    ["Sugar causes gout.", "Sugar was associated with gout.", "of a cause"],
    ["It is the largest lake of the country.", "It is the third-largest lake of the country.", "third largest"],
    ["Rates fell from 9 to 5 percent.", "Rates changed from 5 to 9 percent.", "“from 9”"],
    ["City beat Rovers on Saturday.", "Rovers beat City on Saturday.", "on the other side of “beat”"],
    ["Vance taught Coe after 1981.", "From 1981 Coe taught Vance.", "sides of “taught”"],
    [
      "The Tarn Viaduct was the longest bridge until 1989.",
      "Harrow Bridge opened in 1964; it was the longest bridge until 1989, when the Tarn Viaduct was finished.",
      "seems to say this of “it”",
    ],
    ["The bacteria give off the gas.", "The yeasts give off the gas; the bacteria make acids.", "of “yeasts”, not of"],
    ["The mill was designed by Bob Ray.", "The mill was designed by Ann Coe; Bob Ray ran it.", "“designed by Ann Coe”"],
    [
      "The pump moves heat from the house to the river.",
      "The pump moves heat from the river into the house.",
      "“From” and “to” seem exchanged",
    ],
    [
      "It is a tower of brick with a slate roof.",
      "It is a tower of wood with a slate roof.",
      "where the quote says “wood”",
    ],
    [
      "Systolic pressure fell by 3 points and diastolic pressure by 5 points.",
      "Systolic pressure fell by 5 points and diastolic pressure by 3 points.",
      "another number",
    ],
    ["Harriet Vance was a conductor in Leeds.", lab, "The quote speaks of no “conductor”"],
    ["The drug lowered blood pressure.", "Rather than lower blood pressure, the drug raised it.", "“rather than”"],
    ["Ann Coe is director of the mill.", "Ann Coe is deputy director of the mill.", "“deputy director”"],
    [
      "Ann Coe is a professor at Leeds.",
      "Ann Coe is an assistant clinical professor at Leeds.",
      "“assistant professor”",
    ],
    ["Ann Coe is professor emerita at Leeds.", "Ann Coe is a professor at Leeds.", "“professor emerita”"],
    ["Ann Coe founded the mill in 1988.", "Ann Coe co-founded the mill in 1988.", "says “co-founded”"],
    ["Ann Coe was the founding director.", "Ann Coe was director from 1988.", "does not say “founding”"],
    ["Ann Coe was the second head of the mill.", "Ann Coe was head of the mill.", "does not say “second”"],
    ["Ann Coe is director of the mill.", "Ann Coe is a former director of the mill.", "says “former director”"],
    ["Ann Coe teaches at Elm Hill.", "Until 2008 Ann Coe taught at Elm Hill; then she left.", "says “until”"],
    ["Ann Coe has led the mill since 2010.", "Ann Coe led the mill until 2010.", "the quote “until 2010”"],
    ["Ann Coe has led the mill since 2010.", "Ann Coe led the mill from 2010 to 2018.", "ends in 2018"],
    ["Ann Coe gave 5 million to Elmford.", "Ann Coe received 5 million from Elmford.", "the quote “from elmford”"],
    ["Ann Coe won the Elm Prize.", "Ann Coe was nominated for the Elm Prize.", "the quote “nominated”"],
    ["He studied at Northern University.", "His post in the NUS school of medicine at the university.", "northern"],
    ["Wild yeasts grow slowly.", "Wild yeasts grow faster in the warm.", "“slowly” where the quote says “faster”"],
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
    ["Rovers were beaten by City on Saturday.", "City beat Rovers on Saturday."],
    ["Harriet Vance led the polymer lab from 1981 to 1996 [12].", lab],
    ["Harriet Vance led the polymer lab from 1981 to 1996 (https://lab.example/1977/vance-17).", lab],
    ["Sales of tea changed significantly.", "Significant changes of the sales of tea were seen."],
    [
      "Harriet Vance taught painting at Elm Hill School.",
      "She took a post as teacher of painting at Elm Hill School in Maine.",
    ],
    ["She founded the fund in 1988.", "The fund was founded in 1988 by her and Bob Ray."],
    ["Harriet Penn made pots for the market.", "After a year in Leeds, Penn made pots for the market."],
    ["Ann Coe was director of the mill.", "Ann Coe is a former director of the mill."],
    ["Ann Coe was director of the mill.", "Ann Coe was the founding director of the mill."],
    ["Ann Coe and Bob Ray founded the mill in 1988.", "Ann Coe and Bob Ray co-founded the mill in 1988."],
    ["Ann Coe is professor emerita at Leeds.", "Ann Coe is emeritus professor at Leeds."],
    ["Ann Coe became a professor in 1999.", "An assistant professor since 1992, Ann Coe became a professor in 1999."],
    ["Ann Coe was the second head of the mill.", "Ann Coe was the second director of the mill."],
    ["Ann Coe teaches at Oak Hall.", "Until 2008 Ann Coe taught at Elm Hill; today she teaches at Oak Hall."],
    ["Ann Coe led the mill from 1981 until 1996.", "Ann Coe led the mill from 1981 to 1996."],
    ["Ann Coe is a founder of the mill.", "Ann Coe co-founded the mill in 1988."],
    ["Ann Coe has led the mill since 2003.", "Since 2003 Ann Coe has been the director of the mill."],
    [
      "Bob Ray chaired the club from 1993 to 1999.",
      "Vice chair from 1990, Bob Ray chaired the club from 1993 to 1999.",
    ],
    ["Ann Coe is director of the mill.", "The former baker Ann Coe is director of the mill."],
    ["Ann Coe came to Elmford in 1990.", "From York, Ann Coe moved to Elmford in 1990."],
    ["Ann Coe won the Elm Prize.", "Nominated twice before, Ann Coe won the Elm Prize in 1990."],
    ["4. Turn on the lamp and wait.", "Turn on the lamp and wait."],
    ["The style began in the early 1970's.", "The style began in the early 1970s."],
    ["Harriet Vance has sung for over 50 years.", "Harriet Vance has sung for over five decades."],
    ["Harriet Vance moved to Toronto after she left Leeds.", "After she left Leeds, Harriet Vance moved to Toronto."],
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

  test("marks of references and web addresses are no words of a quote either", async () => {
    const { reasons } = await judge("Harriet Vance ran 12 laboratories.", `[12] https://lab.example/12 ${lab}`);
    expect(reasons[0]?.text).toBe("The number 12 is not in the quote, which says 3.");
  });

  test("what stands together in a passage may stand together in a whole page by chance", async () => {
    const claim = "Harriet Vance measured the polymers of the river at Leeds.";
    const passage = "In Leeds, Vance also measured what the river carried. Harriet Vance studied polymers.";
    const other = "The weather was mild that year, and many people came to the market by the bridge to look at it. ";
    expect((await judge(claim, `${passage} ${other}`)).verdict).toBe("ok");
    expect((await judge(claim, `${other.repeat(50)}${passage} ${other.repeat(50)}`)).verdict).toBe("look");
  });

  test("questions, headings and nothing at all are never enough", async () => {
    for (const quote of ["", "…", "Harriet Vance", "Did Harriet Vance run the polymer laboratory?"])
      expect((await judge("Harriet Vance ran the polymer laboratory.", quote)).verdict).toBe("look");
  });
});

describe("EV12 the alarm holds on the pairs it is measured on", () => {
  // Of each set what is reached, less what one pair more or less would change.
  test.each([
    ["held-out", "details", 250, 0.76, 0.2],
    ["held-out", "paraphrase", 30, 0.53, 0.12],
    ["tuning", "details", 250, 0.79, 0.18],
    ["benchmark", "details", 70, 0.77, 0.2],
  ])("%s, %s", async (name, kind, pairs, macroF1, falseSilence) => {
    const text = readFileSync(`test/evidence/pairs/${name}.jsonl`, "utf8");
    const isOfKind = (line: string) => (JSON.parse(line).style === "paraphrase") === (kind === "paraphrase");
    const lines = readPairs(
      text
        .split("\n")
        .filter((line) => line && isOfKind(line))
        .join("\n"),
    );
    const judged = lines.map((line) => ("pair" in line ? line.pair : undefined) as Pair);
    const verdicts = await Promise.all(judged.map(({ claim, quote }) => judge(claim, quote)));
    const figures = figuresOf(
      judged.map(({ supported }, at) => ({ supported: supported === true, verdict: verdicts[at]?.verdict ?? "ok" })),
    );
    expect(figures?.pairs).toBeGreaterThan(pairs);
    expect(figures?.macroF1).toBeGreaterThan(macroF1);
    expect(figures?.falseSilence).toBeLessThan(falseSilence);
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
    ["posts", "former deputy director since 1981 to 1996 won, nominated. ".repeat(long / 60)],
    ["years", Array.from({ length: long / 5 }, (_, n) => 1000 + (n % 1000)).join(" ")],
  ];

  test.each(odd)("%s", async (_name, text) => {
    const claim =
      "Harriet Vance, the second director, did not run 3 polymer laboratories of the largest kind from 1981 to 1996.";
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
    await judge(text, text);
  });
});
