/** What a sentence and its quote visibly do not have in common. A fact that anybody can check, and never a verdict. */

export const FACT_KINDS = ["number", "date", "unit", "name", "negation"] as const;

/** From and to, in UTF-16 units. */
export type Range = [from: number, to: number];

export interface Fact {
  kind: (typeof FACT_KINDS)[number];
  /** The words of the sentence that the quote has not; "" where only the quote denies something. */
  sentence: string;
  /** What the quote has in their place; "" for nothing. */
  quote: string;
  /** Where these words stand. */
  marks: { sentence: Range[]; quote: Range[] };
}

/** The fact in words. */
export function factText({ kind, sentence, quote }: Fact): string {
  if (kind === "negation")
    return sentence
      ? `The sentence says “${sentence}”, and the quote denies nothing.`
      : `The quote says “${quote}”, and the sentence denies nothing.`;
  const instead = quote && (kind === "unit" ? `: it says ${quote}` : `, which has ${quote}`);
  return kind === "unit"
    ? `The quote has this number, but not with “${sentence}”${instead}.`
    : `${sentence} is not in the quote${instead}.`;
}

/** A text in pieces, of which those in any of the ranges are marked. Ranges past the end are left out. */
export function markedPieces(text: string, ranges: Range[]): { text: string; isMarked: boolean }[] {
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
