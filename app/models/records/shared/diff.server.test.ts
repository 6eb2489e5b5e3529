import { expect, test } from "vitest";
import { piecesOf, textPieces } from "./diff.server";

const shown = (before: string, after: string) =>
  textPieces(before, after)
    .map(({ kind, text }) => ({ same: text, added: `[+${text}]`, removed: `[-${text}]` })[kind])
    .join("");

test("MO05 a change of a text is shown by its words, and words replaced together as one", () => {
  expect(shown("professor at the University", "professor at the very University")).toBe(
    "professor at the [+very ]University",
  );
  expect(shown("Head of Knowledge", "Form title")).toBe("[-Head of Knowledge][+Form title]");
  expect(shown("born in 1960", "born in 1961")).toBe("born in [-1960][+1961]");
  expect(shown("", "all new")).toBe("[+all new]");
  expect(shown("same", "same")).toBe("same");
});

test("MO05 the pieces are both texts, whatever these are", () => {
  const words = Array.from({ length: 600 }, (_, place) => `word${place}`).join(" ");
  for (const [before, after] of [
    ["a b c d", "a x c y"],
    ["one\n\ntwo  three ", " one two\nthree"],
    ["山中 伸弥", "山中 教授"],
    [words, words.toUpperCase()],
    [words, ""],
  ] as const) {
    const pieces = textPieces(before, after);
    const text = (without: string) => pieces.flatMap(({ kind, text }) => (kind === without ? [] : text)).join("");
    expect([text("added"), text("removed")]).toEqual([before, after]);
  }
});

test("MO05 what is cut has no half characters", () => {
  const long = "😀".repeat(3_000);
  for (const text of ["", "a"]) {
    const pieces = piecesOf(`${text}${long} one`, `${text}${long} two ${text}${long}`);
    expect(pieces.some((piece) => piece.text.includes(" …"))).toBe(true);
    for (const piece of pieces) expect(piece.text).not.toMatch(/\p{Cs}/u);
  }
});
