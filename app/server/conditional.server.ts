import type { IncomingMessage } from "node:http";
import fresh from "fresh";

/** The validators of an answer. */
export interface Validators {
  etag?: string | null;
  /** An HTTP date. */
  lastModified?: string | null;
}

/** Tells whether the client's copy is current (RFC 9110 §13.2.2). Its date counts only without an entity tag. */
export function isNotModified({ method, headers }: IncomingMessage, { etag, lastModified }: Validators): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (headers["if-none-match"] === undefined && headers["if-modified-since"] === undefined) return false;
  // Ignores "no-cache", which browsers add to conditional requests of scripts (Fetch standard).
  const { "cache-control": _, ...conditions } = headers;
  return fresh(conditions, { etag: etag ?? undefined, "last-modified": lastModified ?? undefined });
}

/** Matches HTTP dates, also in the obsolete formats (RFC 9110 §5.6.7). */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/** Deletes conditions with an invalid date, as RFC 9110 §13.1.3 and §13.1.4 demand. */
export function ignoreBadDates({ headers }: IncomingMessage): void {
  for (const name of ["if-modified-since", "if-unmodified-since"] as const) {
    const date = headers[name];
    if (date === undefined) continue;
    if (!HTTP_DATE.test(date) || Number.isNaN(Date.parse(date))) delete headers[name];
    // The oldest format has no time zone.
    else if (!date.endsWith("GMT")) headers[name] = `${date} GMT`;
  }
}

/** Tells whether a request is conditional. */
export function isConditional({ headers }: IncomingMessage): boolean {
  return headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;
}
