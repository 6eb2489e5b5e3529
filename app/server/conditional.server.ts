import type { IncomingMessage } from "node:http";
import fresh from "fresh";

/** The validators of a reader's copy. */
export interface Validators {
  etag?: string | null;
  /** An HTTP date. */
  lastModified?: string | null;
}

/**
 * Tells whether a GET or HEAD asks for what its reader has (RFC 9110 §13.2.2): an entity tag counts, and a date only
 * without one.
 */
export function isNotModified({ method, headers }: IncomingMessage, { etag, lastModified }: Validators): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (headers["if-none-match"] === undefined && headers["if-modified-since"] === undefined) return false;
  // Scripts send "no-cache" with a condition of their own (Fetch standard), and mean the condition.
  const { "cache-control": _, ...conditions } = headers;
  return fresh(conditions, { etag: etag ?? undefined, "last-modified": lastModified ?? undefined });
}

/** RFC 9110 §5.6.7: as dates are written, and as they once were. */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/** Takes away conditions with a date that is none, which count as not sent (RFC 9110 §13.1.3 and §13.1.4). */
export function ignoreBadDates({ headers }: IncomingMessage): void {
  for (const name of ["if-modified-since", "if-unmodified-since"] as const) {
    const date = headers[name];
    if (date === undefined) continue;
    if (!HTTP_DATE.test(date) || Number.isNaN(Date.parse(date))) delete headers[name];
    // The oldest form names no zone.
    else if (!date.endsWith("GMT")) headers[name] = `${date} GMT`;
  }
}

/** Tells whether a request asks for changes only. */
export function isConditional({ headers }: IncomingMessage): boolean {
  return headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;
}
