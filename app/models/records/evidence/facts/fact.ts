/** Facts about a difference between a sentence and its quote. Anybody can check them, and they are no verdict. */

export const FACT_KINDS = ["number", "date", "unit", "name", "negation"] as const;

/** From and to, in UTF-16 units; `to` is excluded. */
export type Range = [from: number, to: number];

export interface Fact {
  kind: (typeof FACT_KINDS)[number];
  /** The words of the sentence that are missing in the quote; "" if only the quote denies something. */
  sentence: string;
  /** The words that the quote has in their place; "" for none. */
  quote: string;
  /** The positions of these words. */
  marks: { sentence: Range[]; quote: Range[] };
}

/** Returns the fact as a sentence for editors. */
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

/** Splits a text into pieces and marks those inside any of the ranges. Ranges past the end are left out. */
export function markedPieces(text: string, ranges: Range[]): { text: string; isMarked: boolean }[] {
  const pieces: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const [from, to] of ranges.toSorted(([first], [second]) => first - second)) {
    if (from < at || to > text.length) continue;
    if (from > at) pieces.push({ text: text.slice(at, from), isMarked: false });
    pieces.push({ text: text.slice(from, to), isMarked: true });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false });
  return pieces;
}
