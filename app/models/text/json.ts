/** A surrogate as an escape (RFC 8259 §7). */
const SURROGATE = /\\u[dD][89a-fA-F]/;

/**
 * As JSON.parse. Half of a surrogate pair, which JSON can escape but no page and no column can hold, becomes U+FFFD.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): ReturnType<typeof JSON.parse> {
  return SURROGATE.test(text) ? JSON.parse(text, (_name, value) => wellFormed(value)) : JSON.parse(text);
}

function wellFormed(value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}
