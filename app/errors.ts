/** The kinds of problems, without HTTP statuses, which `http/problems.server.ts` assigns. */
export type Problem =
  | "invalid"
  | "unauthenticated"
  /** "unauthenticated" for somebody whose session has ended: their typed values are kept. */
  | "signedOut"
  | "forbidden"
  /** The user has the right, but must first confirm their identity again. */
  | "stale"
  /** The API key has expired or was revoked. */
  | "keyEnded"
  /** The API key is valid, but lacks the scope for this call. */
  | "scope"
  /** The password was right; a code of the second factor is missing or wrong. */
  | "secondFactor"
  /** The site demands a second factor of this editor or admin, who has none yet. */
  | "noSecondFactor"
  | "missing"
  /** The record was removed at the person's wish, permanently. */
  | "gone"
  | "method"
  | "conflict"
  /** The month's budget for AI is spent. */
  | "payment"
  | "tooLarge"
  | "unsupported"
  | "limited"
  /** The disk is full. */
  | "full"
  | "unavailable"
  | "upstream";

/** Messages by field name; the key "" is for messages of no single field. */
export type FieldErrors = Record<string, string>;

/** A problem that the person sees: what happened and what to do next. Any other error is a fault of the site. */
export class AppError extends Error {
  constructor(
    readonly problem: Problem,
    message: string,
    readonly fieldErrors?: FieldErrors,
    /** Seconds to wait before trying again; for "limited", "unavailable" and "full". */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = "AppError";
  }

  /** The path of the page that resolves the problem, if it is not the present one. */
  resolvingPath?: string;

  /** Returns the fields of a refused form as its page shows them again. */
  shownAgain(fields: Record<string, string | string[]>): Record<string, string | string[]> {
    return fields;
  }
}
