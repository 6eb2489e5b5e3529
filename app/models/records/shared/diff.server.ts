/** What differs between two texts, word by word, or two lists, entry by entry. */
import { diffArrays, diffWordsWithSpace } from "diff";
import { partOf } from "~/models/base/text/content-text";

/** A part of a text as it was before or after a change, or in both. */
export interface Piece {
  kind: "same" | "added" | "removed";
  text: string;
}

/** With more differences than this in one text, both are shown in full. */
const MAX_DIFFERENCES = 400;
/** How much of what stayed the same is shown around a change, and how much of a change itself, in characters. */
const AROUND = 80;
const MAX_SHOWN = 4_000;

/** Returns the pieces of a field that stayed, came and went; long pieces are cut. */
export function piecesOf(before: string | string[], after: string | string[]): Piece[] {
  const areLists = Array.isArray(before) && Array.isArray(after);
  const pieces = areLists ? listPieces(before, after) : textPieces(String(before), String(after));
  return pieces.map((piece, index) => shortened(piece, { first: index === 0, last: index === pieces.length - 1 }));
}

function listPieces(before: string[], after: string[]): Piece[] {
  return diffArrays(before, after).map(({ value, added, removed }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value.map((entry) => `${entry}\n`).join(""),
  }));
}

function shortened({ kind, text }: Piece, { first, last }: { first: boolean; last: boolean }): Piece {
  if (kind !== "same") return { kind, text: text.length > MAX_SHOWN ? `${partOf(text, 0, MAX_SHOWN)} …` : text };
  if (text.length <= 3 * AROUND) return { kind, text };
  return { kind, text: `${first ? "" : partOf(text, 0, AROUND)} … ${last ? "" : partOf(text, -AROUND)}` };
}

/**
 * Both texts at once, in pieces that put together (without the removed or without the added ones) are each of them. Words
 * that were all replaced are one piece, whatever space stayed between them.
 */
export function textPieces(before: string, after: string): Piece[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_DIFFERENCES });
  if (!changes) return replaced(before, after);
  const pieces: Piece[] = [];
  let [removedText, addedText] = ["", ""];
  for (const { added, removed, value } of [...changes, { added: false, removed: false, value: "" }]) {
    const isBetween = removedText && addedText && /^\s+$/.test(value);
    if (removed || (!added && isBetween)) removedText += value;
    if (added || (!removed && isBetween)) addedText += value;
    if (added || removed || isBetween) continue;
    pieces.push(...replaced(removedText, addedText), { kind: "same", text: value });
    [removedText, addedText] = ["", ""];
  }
  return pieces.filter(({ text }) => text);
}

function replaced(before: string, after: string): Piece[] {
  const pieces: Piece[] = [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
  return pieces.filter(({ text }) => text);
}
