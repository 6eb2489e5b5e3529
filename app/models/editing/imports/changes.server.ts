/** The changes that the review of an import shows. */
import { type Piece, piecesOf } from "~/models/records/shared/diff.server";

export interface Change {
  label: string;
  pieces: Piece[];
}

export function change(label: string, was: unknown, is: unknown): Change {
  return { label, pieces: shortened(piecesOf(textOf(was), textOf(is))) };
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join("\n") : String(value ?? "");
}

/** Characters of a changed piece; an unchanged one shows half as many at each end. */
const SHOWN = { changed: 1_000, same: 120 };

export function shortened(pieces: Piece[]): Piece[] {
  return pieces.map(({ kind, text }) => {
    if (kind !== "same") return { kind, text: text.length > SHOWN.changed ? `${text.slice(0, SHOWN.changed)}…` : text };
    if (text.length <= SHOWN.same) return { kind, text };
    return { kind, text: `${text.slice(0, SHOWN.same / 2)} … ${text.slice(-SHOWN.same / 2)}` };
  });
}
