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
/** Limits the characters shown of unchanged text beside a change, and of a change itself. */
const CONTEXT_LENGTH = 80;
const MAX_CHANGE_LENGTH = 4_000;

/** Returns the unchanged, added and removed pieces of a field, and shortens long ones. */
export function piecesOf(before: string | string[], after: string | string[]): Piece[] {
  const areLists = Array.isArray(before) && Array.isArray(after);
  const isWhole = [before, after].some((text) => typeof text === "string" && ADDRESS.test(text));
  const pieces = areLists
    ? listPieces(before, after)
    : (isWhole ? replacement : textPieces)(String(before), String(after));
  return pieces.map((piece, index) => shorten(piece, { isFirst: index === 0, isLast: index === pieces.length - 1 }));
}

/** Matches a value that is nothing but an address or a stored image. Its parts say nothing, so it is replaced as a whole. */
const ADDRESS = /^(?:https?:\/|\/uploads)\/\S+$/;

function listPieces(before: string[], after: string[]): Piece[] {
  return diffArrays(before, after).map(({ value, added, removed }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value.map((entry) => `${entry}\n`).join(""),
  }));
}

function shorten({ kind, text }: Piece, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): Piece {
  if (kind !== "same")
    return { kind, text: text.length > MAX_CHANGE_LENGTH ? `${sliceWellFormed(text, 0, MAX_CHANGE_LENGTH)} …` : text };
  if (text.length <= 3 * CONTEXT_LENGTH) return { kind, text };
  return {
    kind,
    text: `${isFirst ? "" : sliceWellFormed(text, 0, CONTEXT_LENGTH)} … ${isLast ? "" : sliceWellFormed(text, -CONTEXT_LENGTH)}`,
  };
}

/**
 * Splits both texts into pieces. All but the removed pieces make up the new text, all but the added pieces the former text.
 * Joins adjacent replaced words, with the white space between them.
 */
export function textPieces(before: string, after: string): Piece[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_DIFFERENCES });
  if (!changes) return replacement(before, after);
  const pieces: Piece[] = [];
  let [removedText, addedText] = ["", ""];
  for (const { added, removed, value } of [...changes, { added: false, removed: false, value: "" }]) {
    const isSpaceBetweenChanges = removedText && addedText && /^\s+$/.test(value);
    if (removed || (!added && isSpaceBetweenChanges)) removedText += value;
    if (added || (!removed && isSpaceBetweenChanges)) addedText += value;
    if (added || removed || isSpaceBetweenChanges) continue;
    pieces.push(...replacement(removedText, addedText), { kind: "same", text: value });
    [removedText, addedText] = ["", ""];
  }
  return pieces.filter(({ text }) => text);
}

function replacement(before: string, after: string): Piece[] {
  const pieces: Piece[] = [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
  return pieces.filter(({ text }) => text);
}
