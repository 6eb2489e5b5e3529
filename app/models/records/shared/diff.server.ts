/** Finds the differences between two texts, word by word, or two lists, entry by entry. */
import { diffArrays, diffWordsWithSpace } from "diff";
import { sliceWellFormed } from "~/models/base/text/content-text";

/** A part of a text from before or after a change, or from both. */
export interface Piece {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Limits the differences in one text; with more, both texts are shown in full. */
const MAX_DIFFERENCES = 400;
/** Most characters shown of unchanged text around a change, and of a change itself. */
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
  if (kind !== "same")
    return { kind, text: text.length > MAX_SHOWN ? `${sliceWellFormed(text, 0, MAX_SHOWN)} …` : text };
  if (text.length <= 3 * AROUND) return { kind, text };
  return {
    kind,
    text: `${first ? "" : sliceWellFormed(text, 0, AROUND)} … ${last ? "" : sliceWellFormed(text, -AROUND)}`,
  };
}

/**
 * Returns both texts in pieces: without the removed ones they are the new text, without the added ones the former. Replaced
 * words in a row are one piece, whatever space stayed between them.
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
