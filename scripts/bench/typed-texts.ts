/** What people type into a search box, from one letter to whole sentences: the same in every run. */
import { drawFrom } from "../seed-random";

/** @param names of the people in the directory, from which most of it is made. */
export function typedTexts(names: string[]): string[] {
  const draw = drawFrom(7);
  const some = (count: number, make: (name: string) => string) =>
    Array.from({ length: count }, () => make(draw.one(names)));
  const first = (name: string) => name.split(" ")[0] as string;
  const last = (name: string) => name.split(" ").at(-1) as string;
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const texts = [
    ...letters,
    ...some(40, (name) => [...name].slice(0, 2).join("")),
    ...some(40, (name) => [...name].slice(0, 3).join("").toLowerCase()),
    ...some(30, first),
    ...some(30, last),
    ...some(40, (name) => name),
    ...some(15, (name) => `${last(name)} ${first(name)}`),
    ...some(20, (name) => `${first(name)} ${[...last(name)][0]}`),
    ...some(20, (name) => withoutMarks(name)),
    ...some(30, (name) => mistyped(name)),
    ...WORDS,
    ...WORDS.slice(0, 20).map((word) => `${word} ${draw.one(WORDS)}`),
    ...some(15, (name) => `${first(name)} ${draw.one(WORDS)}`),
    ...LONGER,
  ];
  return [...new Set(texts.filter((text) => text.trim() !== ""))];
}

function withoutMarks(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

/** One letter left out of the middle. */
function mistyped(name: string): string {
  const letters = [...name];
  return letters.toSpliced(Math.floor(letters.length / 2), 1).join("");
}

/** Words that hardly any, some, most and all of the texts hold, and none. */
const WORDS = [
  ..."the of in and a professor university institute research work known made-up invented".split(" "),
  ..."ageing longevity biology medicine nutrition sleep epigenetics immunology rapamycin telomere".split(" "),
  ..."mice twins Győr Málaga İzmir Haifa laboratory academic clinician investor xyzzy qqqq 1985 s99999".split(" "),
];

const LONGER = [
  "who works on the biology of sleep in older adults",
  "professor of cell biology university of Göttingen",
  "the the the the the the the the the the the the the",
  "a b c d e f g h i j k l",
  "in of the and was with for on at by",
  "s t m w i c r p n o f a",
  "sleep studies who their all open limits results anyone used now xyzzy",
  "academic researchers investors entrepreneurs media leaders",
  "caloric restriction reduced bone density in mice",
  "O'Connell-Smith, Ph.D. (Dr.)",
  '“quoted” AND OR NOT NEAR( * ^ : "',
  "longevity ".repeat(400),
  "x".repeat(4_000),
  "刘芳",
  "刘",
  "طارق",
  "चित्रा मोहन",
  "황보",
  "Ünïcödé",
  "  spaced   out  ",
  "%_%",
];
