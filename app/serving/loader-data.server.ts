/**
 * Data as the browser's part of the framework reads it: the format of turbo-stream 2, which writes each value once and names it by
 * its place from then on. The library makes streams, for data that is still on its way; here all of it is there.
 */

/** A value that only the library can write. */
export class NotPlain extends Error {}

/** Values that have no place of their own. */
const UNDEFINED = -7;
const NULL = -5;

/** How texts are written. */
interface Form {
  /** What stands around a text. */
  quote: string;
  /** A text with it. */
  text(text: string): string;
}

const PLAIN: Form = { quote: '"', text: JSON.stringify };

/** Within a text that is within a script: written so at once, because a page's data is large. */
const IN_SCRIPT: Form = { quote: '\\"', text: (text) => inScript(JSON.stringify(text)).slice(1, -1) };

/** A value as JSON that means nothing to whoever reads the HTML around it. */
export function inScript(value: unknown): string {
  const json = JSON.stringify(value);
  if (!MEANT.test(json)) return json;
  return json.replace(/[&><\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const MEANT = /[&><\u2028\u2029]/;

/**
 * Writes what loaders gave: texts, finite numbers, yes and no, null, undefined, and lists and plain objects of these.
 *
 * @returns one line, as turbo-stream's `encode` would send it.
 * @throws NotPlain for anything else.
 */
export function encodeData(data: object): string {
  return `${encodeIn(data, PLAIN)}\n`;
}

/** The line of `encodeData` as a text in a script: to the letter `inScript` of it. */
export function encodeDataInScript(data: object): string {
  return `"${encodeIn(data, IN_SCRIPT)}\\n"`;
}

function encodeIn(data: object, { quote, text }: Form): string {
  const places = new Map<unknown, number>();
  const written: string[] = [];

  const placeOf = (value: unknown): number => {
    if (value === undefined) return UNDEFINED;
    if (value === null) return NULL;
    const known = places.get(value);
    if (known) return known;
    const place = written.length;
    places.set(value, place);
    written.push("");
    written[place] = typeof value === "object" ? structure(value) : scalar(value);
    return place;
  };

  const structure = (value: object): string => {
    if (Array.isArray(value)) return `[${Array.from(value, placeOf).join(",")}]`;
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new NotPlain("an object of a class");
    let members = "";
    for (const name of Object.keys(value)) {
      // The name has its place before the value.
      members += `${members && ","}${quote}_${placeOf(name)}${quote}:`;
      members += placeOf((value as Record<string, unknown>)[name]);
    }
    return `{${members}}`;
  };

  const scalar = (value: unknown): string => {
    if (typeof value === "string") return text(value);
    if (typeof value === "boolean") return String(value);
    if (typeof value !== "number" || !Number.isFinite(value) || Object.is(value, -0))
      throw new NotPlain(`this ${typeof value}`);
    return String(value);
  };

  placeOf(data);
  // Not joined: that would copy it once more.
  let line = "[";
  for (const [place, one] of written.entries()) line += place > 0 ? `,${one}` : one;
  return `${line}]`;
}
