import fc from "fast-check";
import { expect, test } from "vitest";
import { fold, stemOf } from "~/db.server";
import { toCards } from "./cards.server";

const word = fc.constantFrom(
  "sinclair",
  "Sinclair",
  "sin",
  "SINUS",
  "asin",
  "sinclairs",
  "age",
  "Åge",
  "age2",
  "İstanbul",
  "ﬁn",
);
const separator = fc.constantFrom(" ", "-", "_", ". ", "’", "…", "(", "\u0301", "山", "", "é", "\n");
const text = fc.array(fc.tuple(word, separator), { maxLength: 12 }).map((pieces) => pieces.flat().join(""));
const terms = fc.array(fc.constantFrom("sinclair", "sin", "age", "istanbul", "山", "e", "fin"), { maxLength: 3 });

test("performance PB18 marks the words of the search, whatever letters surround them", async () => {
  await fc.assert(
    fc.asyncProperty(text, terms, async (title, searchedWords) => {
      const [card] = await toCards([{ ...NOBODY, name: searchedWords.join(" "), title }], marksOf(searchedWords));
      expect(card?.title).toEqual(markedWords(title, searchedWords));
    }),
    { seed: 5, numRuns: 3_000 },
  );
});

test("PB18 marks words in British spelling for a search in American spelling, and vice versa", async () => {
  const markedTitle = async (title: string, searchedWords: string[]) => {
    const card = { ...NOBODY, name: searchedWords.join(" "), title };
    return (await toCards([card], marksOf(searchedWords)))[0]?.title;
  };
  expect(await markedTitle("The ageing of tumours, é", ["aging"])).toEqual(["The ", "ageing", " of tumours, é"]);
  expect(await markedTitle("Aging tumors", ["tumour", "ageing"])).toEqual(["", "Aging", " ", "tumors", ""]);
  expect(await markedTitle("Behavioral aging", ["behaviour", "ag"])).toEqual(["", "Behavioral", " ", "aging", ""]);
});

test("PB18 cuts the contribution after a sentence, or ends it with a single “…”", async () => {
  const cardTexts = async (longevityContribution: string) =>
    (await toCards([{ ...NOBODY, longevityContribution }])).map(({ text }) => text);
  const sentence = "Showed that one gene of a small worm doubles the length of its whole life.";
  expect(await cardTexts(`${sentence} ${"Then went on to many other genes. ".repeat(9)}`)).toEqual([sentence]);
  const [cutText] = await cardTexts(`Showed, with Dr. A. Brown, ${"that genes matter to worms ".repeat(9)}`);
  expect(cutText).toMatch(/^Showed, with Dr. A. Brown, .*[a-z]…$/);
  const [textWithAbbreviation] = await cardTexts(
    `${"Nine words in a line that end just here now etc.".padStart(91, "x ")} and more`,
  );
  expect(textWithAbbreviation).toMatch(/etc…$/);
});

test("PB18 names the first category on a card without a topic", async () => {
  const cards = await toCards([{ ...NOBODY, categories: '["author","clinician"]' }, NOBODY]);
  expect(cards.map(({ field }) => field)).toEqual(["Authors", undefined]);
});

const NOBODY = {
  slug: "a",
  name: "",
  title: "",
  imageUrl: "",
  longevityContribution: "",
  categories: "[]",
  topics: "[]",
  city: "",
  country: "",
  featured: false,
  isSourced: false,
};

/** Marks each word by itself, the last also as a beginning. */
function marksOf(searchedWords: string[]) {
  return searchedWords.map((word, index) => ({
    typed: [word],
    forms: [[word]],
    isPrefix: index === searchedWords.length - 1,
  }));
}

/** Marks a text word by word: a word is a run of letters and digits. */
function markedWords(text: string, searchedWords: string[]): string | string[] {
  const beginning = searchedWords.at(-1);
  const pieces = [""];
  for (const piece of text.split(/([\p{L}\p{N}\p{M}]+)/u)) {
    const folded = fold(piece);
    const isForm = searchedWords.some((word) => word === folded || stemOf(word) === stemOf(folded));
    const isMatch = beginning !== undefined && (isForm || folded.startsWith(beginning));
    if (isMatch) pieces.push(piece, "");
    else pieces.push(pieces.pop() + piece);
  }
  return pieces.length > 1 ? pieces : text;
}
