/** Reads countries as people write them. */
import { englishName, foreignNames, gazetteer, isCountryCode, marked, type Place, plain } from "./world";

/** Most characters: longer than any name of a country with its additions. */
const LONGEST = 200;
const FLAG = /^[\u{1F1E6}-\u{1F1FF}]{2}$/u;
const [FIRST_FLAG_LETTER, FIRST_LETTER] = [0x1f1e6, 0x41];

/**
 * Returns the code (ISO 3166-1 alpha-2) of the country that a text names: by its code of two letters, three letters or
 * three digits, by its flag, by a name in any larger language, by one of its states or provinces, or by its people. Returns
 * null if the text names none, or several.
 */
export function countryOf(text: string): string | null {
  const trimmed = text.slice(0, LONGEST).trim();
  if (FLAG.test(trimmed)) {
    const letters = [...trimmed].map((letter) => (letter.codePointAt(0) as number) - FIRST_FLAG_LETTER + FIRST_LETTER);
    return ofCode(String.fromCharCode(...letters));
  }
  const code = ofCode(trimmed);
  if (code) return code;
  const named = ofName(trimmed);
  if (named) return named;
  // Reads "Korea, South" and "Germany (Berlin)".
  const [first = "", ...rest] = trimmed.replace(/\([^()]*\)/, "").split(",");
  const turned = rest.length === 1 ? `${rest[0]} ${first}` : first;
  return turned === trimmed ? null : ofName(turned);
}

function ofCode(text: string): string | null {
  if (/^\d{3}$/.test(text)) return canonical(text);
  return /^[a-z]{2}$/i.test(text) ? canonical(text.toUpperCase()) : null;
}

/** Returns the canonical code: Unicode has the numeric codes, and replacements such as that of "UK". */
function canonical(code: string): string | null {
  const region = new Intl.Locale(`und-${code}`).region ?? "";
  return isCountryCode(region) ? region : null;
}

function ofName(name: string): string | null {
  const { names, people } = gazetteer();
  const bare = plain(name).replace(/^the /, "");
  return (
    onlyOne(names.get(plain(name)), "country") ??
    onlyOne(names.get(bare), "country") ??
    onlyOne(foreignNames().get(marked(name)) ?? foreignNames().get(bare), "country") ??
    onlyOne(names.get(bare), "part") ??
    onlyOne(people.get(bare), "country") ??
    null
  );
}

/** Returns the country that all places of a kind lie in. */
function onlyOne(places: Place[] | undefined, kind: Place["kind"]): string | undefined {
  const codes = new Set(places?.filter((place) => place.kind === kind).flatMap(({ countries }) => countries));
  return codes.size === 1 ? [...codes][0] : undefined;
}

/** Returns the English name. Unknown codes stay unchanged, because an address may ask for a country that does not exist. */
export function countryName(code: string): string {
  return englishName(code) || code;
}
