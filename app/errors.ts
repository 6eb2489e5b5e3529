/** The kinds of problems, in the words of the product; `http.server.ts` turns them into statuses. */
export type Problem =
  | "invalid"
  | "unauthenticated"
  /** The same as "unauthenticated" for somebody who was signed in before: the typed values are kept. */
  | "signedOut"
  | "forbidden"
  /** Allowed, but the sign-in is too long ago for it. */
  | "stale"
  /** The API key was valid once. */
  | "keyEnded"
  /** The API key is valid, but not for this. */
  | "scope"
  /** The password was right; a code of the second factor is missing or wrong. */
  | "secondFactor"
  /** The site demands a second factor of this editor or admin, who has none yet. */
  | "noSecondFactor"
  | "missing"
  /** Removed at somebody's wish, and not coming back. */
  | "gone"
  | "method"
  | "conflict"
  /** Paying for it is over: the month's budget for AI is spent. */
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

  /** The page on which it can be resolved, if that is another one. */
  resolvedAt?: string;

  /** The fields of a form as its page shows them again. */
  shownAgain(fields: Record<string, string | string[]>): Record<string, string | string[]> {
    return fields;
  }
}
