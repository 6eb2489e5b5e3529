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
const between = fc.constantFrom(" ", "-", "_", ". ", "’", "…", "(", "\u0301", "山", "", "é", "\n");
const text = fc.array(fc.tuple(word, between), { maxLength: 12 }).map((pieces) => pieces.flat().join(""));
const terms = fc.array(fc.constantFrom("sinclair", "sin", "age", "istanbul", "山", "e", "fin"), { maxLength: 3 });

test("performance PB18 marks the words of the search, whatever letters surround them", async () => {
  await fc.assert(
    fc.asyncProperty(text, terms, async (title, searched) => {
      const [card] = await toCards([{ ...NOBODY, name: searched.join(" "), title }], marksOf(searched));
      expect(card?.title).toEqual(markedWords(title, searched));
    }),
    { seed: 5, numRuns: 3_000 },
  );
});

test("PB18 marks words in British spelling for a search in American spelling, and vice versa", async () => {
  const marked = async (title: string, searched: string[]) => {
    const card = { ...NOBODY, name: searched.join(" "), title };
    return (await toCards([card], marksOf(searched)))[0]?.title;
  };
  expect(await marked("The ageing of tumours, é", ["aging"])).toEqual(["The ", "ageing", " of tumours, é"]);
  expect(await marked("Aging tumors", ["tumour", "ageing"])).toEqual(["", "Aging", " ", "tumors", ""]);
  expect(await marked("Behavioral aging", ["behaviour", "ag"])).toEqual(["", "Behavioral", " ", "aging", ""]);
});

test("PB18 cuts the contribution after a sentence, or ends it with a single “…”", async () => {
  const shown = async (longevityContribution: string) =>
    (await toCards([{ ...NOBODY, longevityContribution }])).map(({ text }) => text);
  const sentence = "Showed that one gene of a small worm doubles the length of its whole life.";
  expect(await shown(`${sentence} ${"Then went on to many other genes. ".repeat(9)}`)).toEqual([sentence]);
  const [words] = await shown(`Showed, with Dr. A. Brown, ${"that genes matter to worms ".repeat(9)}`);
  expect(words).toMatch(/^Showed, with Dr. A. Brown, .*[a-z]…$/);
  const [stop] = await shown(`${"Nine words in a line that end just here now etc.".padStart(91, "x ")} and more`);
  expect(stop).toMatch(/etc…$/);
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
function marksOf(searched: string[]) {
  return searched.map((word, index) => ({
    typed: [word],
    forms: [[word]],
    begins: index === searched.length - 1,
  }));
}

/** Marks a text word by word: a word is a run of letters and digits. */
function markedWords(text: string, searched: string[]): string | string[] {
  const beginning = searched.at(-1);
  const pieces = [""];
  for (const piece of text.split(/([\p{L}\p{N}\p{M}]+)/u)) {
    const folded = fold(piece);
    const isForm = searched.some((word) => word === folded || stemOf(word) === stemOf(folded));
    const isMeant = beginning !== undefined && (isForm || folded.startsWith(beginning));
    if (isMeant) pieces.push(piece, "");
    else pieces.push(pieces.pop() + piece);
  }
  return pieces.length > 1 ? pieces : text;
}
