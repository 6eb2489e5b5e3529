/**
 * Data as the browser's part of the framework reads it: the format of turbo-stream 2, which writes each value once and names it by
 * its place from then on. The library makes streams, for data that is still on its way; here all of it is there.
 */

/** A value that only the library can write. */
export class NotPlain extends Error {}

/** Values that have no place of their own. */
const UNDEFINED = -7;
const NULL = -5;

/**
 * Writes what loaders gave: texts, finite numbers, yes and no, null, undefined, and lists and plain objects of these.
 *
 * @returns one line, as turbo-stream's `encode` would send it.
 * @throws NotPlain for anything else.
 */
export function encodeData(data: object): string {
  const places = new Map<unknown, number>();
  const written: string[] = [];

  const placeOf = (value: unknown): number => {
    if (value === undefined) return UNDEFINED;
    if (value === null) return NULL;
    const known = places.get(value);
    if (known) return known;
    if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))) throw new NotPlain("a number");
    const place = written.length;
    places.set(value, place);
    written.push("");
    written[place] = typeof value === "object" ? structure(value) : scalar(value);
    return place;
  };

  const structure = (value: object): string => {
    if (Array.isArray(value)) return `[${Array.from(value, placeOf).join(",")}]`;
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new NotPlain("an object of a class");
    return `{${Object.entries(value)
      .map(([name, one]) => `"_${placeOf(name)}":${placeOf(one)}`)
      .join(",")}}`;
  };

  placeOf(data);
  return `[${written.join(",")}]\n`;
}

function scalar(value: unknown): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return JSON.stringify(value);
  throw new NotPlain(`a ${typeof value}`);
}
