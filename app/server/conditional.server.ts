import type { IncomingMessage } from "node:http";
import fresh from "fresh";

/** What a reader may have already. */
export interface Validators {
  etag?: string | null;
  /** An HTTP date. */
  lastModified?: string | null;
}

/**
 * Whether a GET or HEAD asks for what its reader has (RFC 9110 §13.2.2): an entity tag counts, and a date only without
 * one.
 */
export function isNotModified({ method, headers }: IncomingMessage, { etag, lastModified }: Validators): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  // Scripts send "no-cache" with a condition of their own (Fetch standard), and mean the condition.
  const { "cache-control": _, ...conditions } = headers;
  return fresh(conditions, { etag: etag ?? undefined, "last-modified": lastModified ?? undefined });
}

/** Whether a request asks for changes only. */
export function isConditional({ headers }: IncomingMessage): boolean {
  return headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;
}
