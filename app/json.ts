/**
 * Matches what a JSON text contains if one of its values may need `toStorable`: escapes of control characters, surrogates
 * and noncharacters (RFC 8259 §7), or a noncharacter itself.
 */
const UNSTORABLE_JSON = /\\(?:[bf]|u(?:00[01]|[dD][89a-fA-F]|[fF]{3}[eEfF]))|[\ufffe\uffff]/;
/** Matches the characters that XML 1.0 §2.2 excludes: HTML and PostgreSQL exclude some of them too. */
const EXCLUDED_CHARACTERS = /[\0-\x08\x0e-\x1f\ufffe\uffff]/g;

/** Parses JSON like JSON.parse, with texts that can be stored. Throws SyntaxError. */
export function parseJson(text: string): ReturnType<typeof JSON.parse> {
  if (!UNSTORABLE_JSON.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value) => (typeof value === "string" ? toStorable(value) : value));
}

/**
 * Replaces characters that a page, a feed or a database cannot contain by U+FFFD: NUL (like CommonMark §2.3), other control
 * characters except tabs and line breaks, lone surrogates, U+FFFE and U+FFFF. A vertical tab or form feed, as word
 * processors copy them, is a line break.
 */
export function toStorable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\v\f]/g, "\n")
    .replace(EXCLUDED_CHARACTERS, "\ufffd");
}
