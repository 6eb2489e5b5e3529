/** A line of the dashboard that needs attention. */
export interface Matter {
  key: string;
  isOpen: boolean;
  /** Says that the matter needs nobody, but is not done yet. */
  isUnderWay?: boolean;
  /** Replaces the check mark of a matter that is in order. */
  mark?: string;
  /** Says that somebody outside waits for a decision, so that the matter comes first. */
  isWaitedFor?: boolean;
  text: Piece[];
}

/** A text, a link, the age of a time (ISO 8601), or the name of a variable. */
export type Piece = string | { to: string; text: string } | { age: string } | { code: string };

/** Joins lists of pieces with ", " or another text. */
export function joinPieces(pieces: Piece[][], separator = ", "): Piece[] {
  return pieces.flatMap((list, position) => (position > 0 ? [separator, ...list] : list));
}
