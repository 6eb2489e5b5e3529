/** Delays the mails of a decision, which can be undone for a minute. */
import { isAhead } from "~/stored-times";

const UNDO_WITHIN_MS = 60_000;
const MAIL_DELAY_MS = 65_000;

/**
 * Returns the id and the earliest time of a decision's mail. The id contains the time of the decision, so that an
 * undo finds the mail.
 */
export function decisionMail(recordId: string, decidedAt: string): { id: string; notBefore: string } {
  return {
    id: `decision-${recordId}-${Date.parse(decidedAt)}`,
    notBefore: new Date(Date.parse(decidedAt) + MAIL_DELAY_MS).toISOString(),
  };
}

/** Returns a pattern for SQL's LIKE that matches the ids of the mails about all decisions of a record. */
export function decisionMailPattern(recordId: string): string {
  return `decision-${recordId}-%`;
}

/** Returns the milliseconds left to undo a decision; 0 when it is too late, or nothing was decided. */
export function undoTimeLeft(decidedAt: string | null, now = Date.now()): number {
  if (decidedAt === null || !isAhead(Date.parse(decidedAt) + UNDO_WITHIN_MS, UNDO_WITHIN_MS, now)) return 0;
  return Math.min(UNDO_WITHIN_MS, Date.parse(decidedAt) + UNDO_WITHIN_MS - now);
}
