/**
 * A person's text among other words where no element may stand, as in an `<option>`: it runs in its own direction and
 * turns nothing around it (Unicode's First Strong Isolate, UAX #9).
 */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
