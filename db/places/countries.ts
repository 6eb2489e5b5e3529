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
  const trimmedText = text.slice(0, LONGEST).trim();
  if (FLAG.test(trimmedText)) {
    const letters = [...trimmedText].map(
      (letter) => (letter.codePointAt(0) as number) - FIRST_FLAG_LETTER + FIRST_LETTER,
    );
    return countryOfCode(String.fromCharCode(...letters));
  }
  const code = countryOfCode(trimmedText);
  if (code) return code;
  const namedCountry = countryOfName(trimmedText);
  if (namedCountry) return namedCountry;
  // Reads "Korea, South" and "Germany (Berlin)".
  const [firstPart = "", ...otherParts] = trimmedText.replace(/\([^()]*\)/, "").split(",");
  const turnedName = otherParts.length === 1 ? `${otherParts[0]} ${firstPart}` : firstPart;
  return turnedName === trimmedText ? null : countryOfName(turnedName);
}

function countryOfCode(text: string): string | null {
  if (/^\d{3}$/.test(text)) return canonicalCode(text);
  return /^[a-z]{2}$/i.test(text) ? canonicalCode(text.toUpperCase()) : null;
}

/** Returns the canonical code by Unicode's data, which has numeric codes and replacements such as that of "UK". */
function canonicalCode(code: string): string | null {
  const region = new Intl.Locale(`und-${code}`).region ?? "";
  return isCountryCode(region) ? region : null;
}

function countryOfName(name: string): string | null {
  const { names, people } = gazetteer();
  const bareName = plainWords(name).replace(/^the /, "");
  return (
    onlyCountry(names.get(plainWords(name)), "country") ??
    onlyCountry(names.get(bareName), "country") ??
    onlyCountry(foreignNames().get(wordsWithMarks(name)) ?? foreignNames().get(bareName), "country") ??
    onlyCountry(names.get(bareName), "part") ??
    onlyCountry(people.get(bareName), "country") ??
    null
  );
}

/** Returns the country if all places of a kind lie in one. */
function onlyCountry(places: Place[] | undefined, kind: Place["kind"]): string | undefined {
  const codes = new Set(places?.filter((place) => place.kind === kind).flatMap(({ countries }) => countries));
  return codes.size === 1 ? [...codes][0] : undefined;
}

/** Returns the English name. Unknown codes stay unchanged, because an address may ask for a country that does not exist. */
export function countryName(code: string): string {
  return englishName(code) || code;
}
