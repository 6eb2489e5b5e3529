/** A decision that writes to somebody can be undone for a minute; its mail leaves only after that. */
import { isAhead } from "~/stored-times";

const UNDO_WITHIN_MS = 60_000;
const MAIL_WAITS_MS = 65_000;

/** The decision time `at` gives each mail its own id, so that an undo finds it. */
export function decisionMail(decided: string, at: string): { id: string; notBefore: string } {
  return {
    id: `decision-${decided}-${Date.parse(at)}`,
    notBefore: new Date(Date.parse(at) + MAIL_WAITS_MS).toISOString(),
  };
}

/** Milliseconds left to undo a decision of the time `at`; 0 when it is too late, or nothing was decided. */
export function undoTime(at: string | null, now = Date.now()): number {
  if (at === null || !isAhead(Date.parse(at) + UNDO_WITHIN_MS, UNDO_WITHIN_MS, now)) return 0;
  return Math.min(UNDO_WITHIN_MS, Date.parse(at) + UNDO_WITHIN_MS - now);
}
