import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CORPUS } from "../../../../../test/support/hostile-strings";
import { factText } from "./fact";
import { factsOf } from "./facts.server";

async function describeFacts(sentence: string, quote: string, person = ""): Promise<string[]> {
  return (await factsOf(sentence, quote, person)).map((fact) => `${fact.kind}: ${fact.sentence || fact.quote}`);
}

describe("EV12 differences between a sentence and its quote", () => {
  test.each([
    ["date: 1943", "Ann Coe was born in Leeds in 1943.", "Ann Coe was born in Leeds in 1948."],
    ["date: May", "He led the group in May.", "He led the group in June."],
    ["date: May", "She joined on 12 May 2003.", "On June 12th, 2003, she joined the team."],
    ["date: 1998", "She discovered the gene in 1998.", "In 1997 entdeckte sie das Gen."],
    ["date: 1980s", "She worked there in the 1980s.", "She worked there from 1994 on."],
    ["number: 3,000", "The trial enrolled 3,000 people.", "The trial enrolled 3,500 people."],
    ["number: 5 million", "The company raised $5 million.", "The company raised $5 billion."],
    ["number: four", "She has four children.", "She and her husband have 3 children."],
    ["number: 20", "The 20 mice lived.", "The 20,000 mice lived."],
    ["unit: weeks", "The mice got it for 12 weeks.", "The mice got it for 12 months."],
    ["number: 5", "The mice got 5mg of it.", "The mice got 7mg of it."],
    ["unit: mg", "The mice got 12mg of it.", "The mice got 12µg of it."],
    ["unit: €", "The prize of €500 was hers.", "The prize of $500 was hers."],
    ["name: Geneva", "She is at the University of Geneva.", "She is at the University of Zurich."],
    ["name: Buck", "She leads the Buck Institute.", "She leads the Salk Institute."],
    ["name: Oxford", "She studied at Oxford.", "She studied at Cambridge."],
    ["name: Swiss", "She is a Swiss biologist.", "She is a biologist from Germany."],
    ["name: Norway", "They worked in Norway.", "They were with Scottish doctors."],
    ["name: NASA", "NASA hired her.", "The University of Leeds hired her."],
    ["negation: not", "The drug does not work in mice.", "The drug works in mice."],
    ["negation: never", "Grace Hopper taught at Yale.", "Grace Hopper wrote a compiler and never taught at Yale."],
  ])("reports %s for: %s | %s", async (fact, sentence, quote) => {
    expect(await describeFacts(sentence, quote)).toEqual([fact]);
  });

  test.each([
    ["She has 2 children.", "She and her husband have two children."],
    ["She has two children.", "She and her husband have 2 children."],
    ["She has ２ children.", "She has ٢ children."],
    ["It has 1,000 members.", "The society has 1000 members."],
    ["It has 1000 members.", "The society has one thousand members."],
    ["It raised US$5m.", "The company raised $5 million."],
    ["It raised 5 million dollars.", "The company raised $5,000,000."],
    ["It raised 3.5 million.", "Die Firma bekam 3,5 Millionen."],
    ["Half of them lived to 100.", "50 % of them lived to a hundred."],
    ["50 percent of the mice died.", "Half of the mice died."],
    ["Two thirds of them were women.", "The share of women was 66 %."],
    ["In 12 of 15 trials p was 0.05.", "In twelve of the fifteen trials it was p<.05."],
    ["It is a book of the 20th century.", "The book is of 1955."],
    ["He worked there in the 1990s.", "He worked there from 1994 on."],
    ["He moved to Paris in the 1960s.", "He moved to Paris in the sixties."],
    ["In 1998–99 he led it.", "From 1998 to 1999 he led the group."],
    ["In nineteen ninety-eight she left.", "She left the lab in 1998."],
    ["It took her twenty-five years.", "It took her 25 years."],
    ["He joined on 12 May 2003.", "He joined on 2003-05-12."],
    ["He joined on 12 May 2003.", "He joined on 05/12/2003."],
    ["He joined on the 12th of May, 2003.", "Er kam am 12.5.2003."],
    ["He joined in December 2003.", "Er kam im Dezember 2003."],
    ["The Phase 3 trial ended.", "The phase III trial ended."],
    ["The 12-week trial ended.", "The trial ended after 12 weeks."],
    ["It weighs 5 kg.", "It weighs five kilograms, and the other 3."],
    ["Interleukin 6 and p53 are in it.", "IL-6 and P53 are in it."],
    ["It took from 10:30 to 3/4.", "It took the whole morning."],
    ["He works at the NIA.", "He works at the National Institute on Ageing."],
    ["He works at the National Institute on Aging (NIA) in the U.S.", "He works at the NIA in the United States."],
    ["She chaired the World Health Organization.", "She chaired the WHO."],
    ["UCLA hired her.", "The University of California, Los Angeles hired her."],
    ["With John Smith she wrote it.", "With J. Smith she wrote it."],
    ["With John Smith she wrote it.", "She wrote it with Smith JR and others."],
    ["The work of the Kornfeld‐Matte group’s.", "The work of Kornfeld Matte's group."],
    ["It is Müller's.", "It is by Mueller."],
    ["She was made Professor.", "She was made chair of the department."],
    ["She studied DNA.", "She studied deoxyribonucleic acid."],
    ["She studied EPO.", "She studied erythropoietin."],
    ["He was at the University of Leeds.", "He was at Leeds Univ. and in London."],
    ["He did not find it.", "He failed to find it."],
    ["He was not only a doctor.", "He was a doctor, and the author of it."],
    ["The drug extends life.", "The drug extends life; it has no side effects."],
    ["She discovered the gene in 1998.", "1998年に遺伝子を発見した。"],
    ["She discovered the gene in 1998.", "二〇〇三年に遺伝子を発見した。"],
    ["She works in the Netherlands.", "She is a Dutch biologist."],
    ["He is a Swiss physician of the clinic.", "He is a physician in Switzerland."],
    ["She is a Peruvian doctor.", "The doctor was born in Lima, Peru."],
    ["They worked in Scotland.", "They were with Scottish doctors."],
    ["He works in the United Kingdom.", "He is a British biologist."],
    ["The doctors were from the Ivory Coast.", "They were doctors in Côte d’Ivoire."],
    ["She leads the Hongkong Institute.", "She leads the Hong Kong Institute."],
    ["She lives in Hong Kong and St. Petersburg.", "She has flats in Hongkong and Saint Petersburg."],
    ["He leads Mount Sinai.", "He was made head of Mt. Sinai."],
    ["She was born in Munich.", "Geboren in München."],
    ["She lives in Florence.", "Vive a Firenze da anni."],
    ["Not until 2010 was it found.", "It was found in 2010."],
    ["She read [12] https://example.org/2003.", "She read it."],
    ["Anything of 1998 at Harvard.", ""],
  ])("reports nothing for: %s | %s", async (sentence, quote) => {
    expect(await describeFacts(sentence, quote)).toEqual([]);
  });

  test("ignores the person's name, and reports a fact once with all its positions", async () => {
    const sentence = "Vera Holm won in 2004, and Holm won in 2004.";
    expect(await describeFacts(sentence, "She won in 2005.", "Vera Holm")).toEqual(["date: 2004"]);
    const [fact] = await factsOf(sentence, "She won in 2005.", "Vera Holm");
    expect(fact?.marks).toEqual({
      sentence: [
        [17, 21],
        [39, 43],
      ],
      quote: [[11, 15]],
    });
    expect(fact && factText(fact)).toBe("2004 is not in the quote, which has 2005.");
  });

  test("marks the reported words in any texts", async () => {
    const pieces = [
      "12 May 2003",
      "１,000",
      "ﬁve",
      "U.S.",
      "Zoë",
      "not",
      " ",
      ", ",
      "—",
      "½",
      "𝟗",
      "Buck Institute",
      "3 mg",
      "'98",
    ];
    const text = fc.array(fc.oneof(fc.constantFrom(...pieces, ...CORPUS), fc.string({ unit: "binary" })), {
      maxLength: 12,
    });
    const property = fc.asyncProperty(text, text, async (sentencePieces, quotePieces) => {
      const [sentence, quote] = [sentencePieces.join(" "), quotePieces.join(" ")];
      for (const fact of await factsOf(sentence, quote)) {
        const [firstRange] = fact.marks.sentence;
        expect(firstRange ? sentence.slice(...firstRange) : "").toBe(fact.sentence);
        for (const [from, to] of fact.marks.quote) expect(fact.quote).toContain(quote.slice(from, to));
        expect(fact.sentence === "" || !quote.includes(fact.sentence)).toBe(true);
      }
    });
    await fc.assert(property, { numRuns: 200 });
  });
});
