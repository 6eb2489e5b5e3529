/** Recognises countries in texts. */
import { englishName, foreignNames, gazetteer, isCountryCode, type Place, plainWords, wordsWithMarks } from "./world";

/** The limit of characters, longer than any name of a country with additions. */
const LONGEST = 200;
const FLAG = /^[\u{1F1E6}-\u{1F1FF}]{2}$/u;
const [FIRST_FLAG_LETTER, FIRST_LETTER] = [0x1f1e6, 0x41];

/**
 * Returns the code (ISO 3166-1 alpha-2) of the country in a text; null for none or several. Recognises codes of two or three
 * letters or three digits, flags, names in large languages, states and provinces, and peoples.
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

/** Returns the canonical code by Unicode's data, which has numeric codes and replacements such as that of "UK". */
function canonical(code: string): string | null {
  const region = new Intl.Locale(`und-${code}`).region ?? "";
  return isCountryCode(region) ? region : null;
}

function ofName(name: string): string | null {
  const { names, people } = gazetteer();
  const bare = plainWords(name).replace(/^the /, "");
  return (
    onlyOne(names.get(plainWords(name)), "country") ??
    onlyOne(names.get(bare), "country") ??
    onlyOne(foreignNames().get(wordsWithMarks(name)) ?? foreignNames().get(bare), "country") ??
    onlyOne(names.get(bare), "part") ??
    onlyOne(people.get(bare), "country") ??
    null
  );
}

/** Returns the country if all places of a kind lie in one. */
function onlyOne(places: Place[] | undefined, kind: Place["kind"]): string | undefined {
  const codes = new Set(places?.filter((place) => place.kind === kind).flatMap(({ countries }) => countries));
  return codes.size === 1 ? [...codes][0] : undefined;
}

/** Returns the English name. Unknown codes stay unchanged, because an address may ask for a country that does not exist. */
export function countryName(code: string): string {
  return englishName(code) || code;
}
