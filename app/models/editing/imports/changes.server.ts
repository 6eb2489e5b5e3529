/** Builds the changes that the review of an import shows. */
import type { Piece } from "~/models/records/shared/diff.server";

export interface Change {
  label: string;
  pieces: Piece[];
}

/** Limits the shown characters of a changed piece, and of an unchanged piece, half of them at each end. */
const MAX_SHOWN = { changed: 1_000, same: 120 };

export function shortenPieces(pieces: Piece[]): Piece[] {
  return pieces.map(({ kind, text }) => {
    if (kind !== "same")
      return { kind, text: text.length > MAX_SHOWN.changed ? `${text.slice(0, MAX_SHOWN.changed)}…` : text };
    if (text.length <= MAX_SHOWN.same) return { kind, text };
    return { kind, text: `${text.slice(0, MAX_SHOWN.same / 2)} … ${text.slice(-MAX_SHOWN.same / 2)}` };
  });
}
