/** A reason to look at a sentence and its quote, with the parts of both that it is about, as offsets. */
export interface Look {
  text: string;
  claim: [from: number, to: number][];
  quote: [from: number, to: number][];
}

/** A text in pieces, of which those that any of the looks is about are marked. Ranges past the end are left out. */
export function markedPieces(text: string, ranges: [number, number][]): { text: string; isMarked: boolean }[] {
  const pieces: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    if (from < at || to > text.length) continue;
    if (from > at) pieces.push({ text: text.slice(at, from), isMarked: false });
    pieces.push({ text: text.slice(from, to), isMarked: true });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false });
  return pieces;
}
