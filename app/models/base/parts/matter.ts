/** A line of the dashboard that needs attention. */
export interface Matter {
  key: string;
  isOpen: boolean;
  /** Neither in order nor for somebody to look at. */
  isUnderWay?: boolean;
  /** Replaces the check mark of a matter in order. */
  mark?: string;
  /** Somebody outside waits for a decision: it comes first. */
  isWaitedFor?: boolean;
  text: Piece[];
}

/** A text, a link, the age of a time (ISO 8601), or the name of a variable. */
export type Piece = string | { to: string; text: string } | { age: string } | { code: string };

/** Pieces with ", " or another text between them. */
export function joined(pieces: Piece[][], between = ", "): Piece[] {
  return pieces.flatMap((some, position) => (position > 0 ? [between, ...some] : some));
}

/** "1 submission is", "1,204 submissions are". */
export function counted(count: number, singular: string, many: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? singular : many}`;
}
