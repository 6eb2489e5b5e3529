import { expect, test } from "vitest";
import { piecesOf, textPieces } from "./diff.server";

const formatDiff = (before: string, after: string) =>
  textPieces(before, after)
    .map(({ kind, text }) => ({ same: text, added: `[+${text}]`, removed: `[-${text}]` })[kind])
    .join("");

test("MO05 shows a change word by word, and adjacent replaced words as one replacement", () => {
  expect(formatDiff("professor at the University", "professor at the very University")).toBe(
    "professor at the [+very ]University",
  );
  expect(formatDiff("Head of Knowledge", "Form title")).toBe("[-Head of Knowledge][+Form title]");
  expect(formatDiff("born in 1960", "born in 1961")).toBe("born in [-1960][+1961]");
  expect(formatDiff("", "all new")).toBe("[+all new]");
  expect(formatDiff("same", "same")).toBe("same");
});

test("MO05 rebuilds both texts from the pieces, for every script, spacing and length", () => {
  const words = Array.from({ length: 600 }, (_, index) => `word${index}`).join(" ");
  for (const [before, after] of [
    ["a b c d", "a x c y"],
    ["one\n\ntwo  three ", " one two\nthree"],
    ["山中 伸弥", "山中 教授"],
    [words, words.toUpperCase()],
    [words, ""],
  ] as const) {
    const pieces = textPieces(before, after);
    const textWithout = (excludedKind: string) =>
      pieces.flatMap(({ kind, text }) => (kind === excludedKind ? [] : text)).join("");
    expect([textWithout("added"), textWithout("removed")]).toEqual([before, after]);
  }
});

test("MO05 never splits a surrogate pair when it shortens a piece", () => {
  const longText = "😀".repeat(3_000);
  for (const text of ["", "a"]) {
    const pieces = piecesOf(`${text}${longText} one`, `${text}${longText} two ${text}${longText}`);
    expect(pieces.some((piece) => piece.text.includes(" …"))).toBe(true);
    for (const piece of pieces) expect(piece.text).not.toMatch(/\p{Cs}/u);
  }
});

test("EM08 replaces an address or image as a whole, because its parts say nothing", () => {
  const images = ["/uploads/ab/abc-300x400.webp", "/uploads/ac/acd-300x400.webp"] as const;
  expect(piecesOf(...images)).toEqual([
    { kind: "removed", text: images[0] },
    { kind: "added", text: images[1] },
  ]);
});
