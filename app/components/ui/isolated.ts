const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * A person's text among other words where no element may stand, as in an `<option>`: one from right to left runs so and turns
 * nothing around it (Unicode's First Strong Isolate, UAX #9). Any other is as it was, so that typing finds it.
 */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
