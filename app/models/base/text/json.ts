/** Matches escapes of NUL or a surrogate (RFC 8259 §7). */
const UNSTORABLE_ESCAPE = /\\u(0000|[dD][89a-fA-F])/;

/** Parses JSON like JSON.parse, with texts that can be stored. Throws SyntaxError. */
export function parseJson(text: string): ReturnType<typeof JSON.parse> {
  if (!UNSTORABLE_ESCAPE.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value) => (typeof value === "string" ? toStorable(value) : value));
}

/**
 * Replaces NUL (like CommonMark §2.3) and lone surrogates by U+FFFD, so that every page and database can contain the
 * text.
 */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}
