/** What differs between two texts, word by word. */
import { diffWordsWithSpace } from "diff";

/** A part of a text as it was before or after a change, or in both. */
export interface Piece {
  kind: "same" | "added" | "removed";
  text: string;
}

/** More differences than this in one text are not looked for: both are shown whole. */
const MOST_DIFFERENCES = 400;

/**
 * Both texts at once, in pieces that put together (without the removed or without the added ones) are each of them. Words
 * that were all replaced are one piece, whatever space stayed between them.
 */
export function piecesOf(before: string, after: string): Piece[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_DIFFERENCES });
  if (!changes) return whole(before, after);
  const pieces: Piece[] = [];
  let [gone, come] = ["", ""];
  for (const { added, removed, value } of [...changes, { added: false, removed: false, value: "" }]) {
    const isBetween = gone && come && /^\s+$/.test(value);
    if (removed || (!added && isBetween)) gone += value;
    if (added || (!removed && isBetween)) come += value;
    if (added || removed || isBetween) continue;
    pieces.push(...whole(gone, come), { kind: "same", text: value });
    [gone, come] = ["", ""];
  }
  return pieces.filter(({ text }) => text);
}

function whole(before: string, after: string): Piece[] {
  const pieces: Piece[] = [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
  return pieces.filter(({ text }) => text);
}
