/** NUL or a surrogate as an escape (RFC 8259 §7). */
const UNSTORABLE = /\\u(0000|[dD][89a-fA-F])/;

/**
 * Works as JSON.parse, with `storable` texts.
 * @throws SyntaxError
 */
export function parseJson(text: string): ReturnType<typeof JSON.parse> {
  if (!UNSTORABLE.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value) => (typeof value === "string" ? storable(value) : value));
}

/**
 * Replaces NUL (as CommonMark §2.3) and half surrogate pairs by U+FFFD, so that every page and every database can hold the
 * text.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}
