import type { IncomingHttpHeaders } from "node:http";

/** What a reader may have already. */
export interface Validators {
  etag?: string | null;
  /** An HTTP date. */
  lastModified?: string | null;
}

/** Whether the reader has it as it is (RFC 9110 §13.2.2): an entity tag counts, and a date only without one. */
export function isNotModified(
  { "if-none-match": tags, "if-modified-since": since }: IncomingHttpHeaders,
  { etag, lastModified }: Validators,
): boolean {
  if (tags !== undefined) return Boolean(etag) && matches(tags, etag as string);
  const [known, changed] = [Date.parse(since ?? ""), Date.parse(lastModified ?? "")];
  return known >= changed;
}

/** RFC 9110 §13.1.2, weak comparison. */
function matches(tags: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return tags.trim() === "*" || tags.split(",").some((tag) => opaque(tag) === opaque(etag));
}
