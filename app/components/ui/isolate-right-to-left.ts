const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Isolates right-to-left text from the words around it, where no `<bdi>` is allowed, such as in an `<option>` (First Strong Isolate,
 * UAX #9). Returns other text unchanged, so that typing its first letters still finds it.
 */
export function isolateRightToLeft(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
