import { AppError, type Problem } from "~/errors";
import { log } from "~/log.server";
import { diskFaultOf, diskProblem, isUnstorable } from "~/services/disk-faults.server";

const STATUS: Record<Problem, number> = {
  invalid: 400,
  unauthenticated: 401,
  signedOut: 401,
  payment: 402,
  secondFactor: 401,
  keyEnded: 401,
  forbidden: 403,
  stale: 403,
  scope: 403,
  noSecondFactor: 403,
  missing: 404,
  method: 405,
  conflict: 409,
  gone: 410,
  tooLarge: 413,
  unsupported: 415,
  limited: 429,
  upstream: 502,
  unavailable: 503,
  full: 507,
};

/** Returns the problem behind an error, also for failures of disk and database; null for a programming error. */
export function problemOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isUnstorable(error)) return new AppError("invalid", UNSTORABLE);
  const fault = diskFaultOf(error);
  if (!fault) return null;
  log.error({ err: error, fault }, "the disk or the database failed");
  return diskProblem(fault);
}

const UNSTORABLE =
  "A text in this request is too long, or has a character that cannot be stored (U+0000). Nothing was changed.";

export function statusOf({ problem, retryAfter }: AppError): { status: number; headers: Headers } {
  const headers = new Headers();
  if (retryAfter !== undefined) headers.set("Retry-After", String(Math.ceil(retryAfter)));
  return { status: STATUS[problem], headers };
}
