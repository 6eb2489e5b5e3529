/** Countries and languages by their codes and English names, as the Unicode CLDR of Node has them. */

const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const languages = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** Reserved or for groups: no country of ISO 3166-1. */
const NO_COUNTRY = new Set(["EU", "EZ", "UN", "QO", "XA", "XB", "AC", "CP", "DG", "EA", "IC", "TA", "CQ"]);
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const USUAL_NAMES: Record<string, string> = {
  uk: "GB",
  britain: "GB",
  "great britain": "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  usa: "US",
  "united states of america": "US",
  holland: "NL",
};

interface Countries {
  codes: Set<string>;
  byName: Map<string, string>;
}

let countries: Countries | undefined;

/** Looked up when they are first asked for: all pairs of letters are tried. */
function knownCountries(): Countries {
  if (countries) return countries;
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => !NO_COUNTRY.has(code) && regions.of(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`,
  );
  countries = { codes: new Set(codes), byName: new Map(codes.map((code) => [nameOf(code).toLowerCase(), code])) };
  return countries;
}

function nameOf(code: string): string {
  return regions.of(code) ?? code;
}

/** "GB" for "gb" and for "United Kingdom"; null for any other text. */
export function countryCode(text: string): string | null {
  const given = text.trim();
  const code = given.toUpperCase();
  const { codes, byName } = knownCountries();
  if (codes.has(code)) return code;
  return byName.get(given.toLowerCase()) ?? USUAL_NAMES[given.toLowerCase()] ?? null;
}

/** Any other text stays as it is: an address may ask for a country that there is not. */
export function countryName(code: string): string {
  return knownCountries().codes.has(code) ? nameOf(code) : code;
}

let languagesByName: Map<string, string> | undefined;

/** Names of languages that people write: the languages of ISO 639-1. */
function knownLanguages(): Map<string, string> {
  languagesByName ??= new Map(
    LETTERS.flatMap((first) => LETTERS.map((second) => (first + second).toLowerCase()))
      .filter((code) => languages.of(code))
      .map((code) => [String(languages.of(code)).toLowerCase(), code]),
  );
  return languagesByName;
}

/** "de" for "DE" and for "German", "pt-BR" for "pt-br" (BCP 47); null for any other text. */
export function languageTag(text: string): string | null {
  const named = knownLanguages().get(text.trim().toLowerCase());
  if (named) return named;
  try {
    const [tag = ""] = Intl.getCanonicalLocales(text.trim());
    return tag && languages.of(tag) ? tag : null;
  } catch {
    return null;
  }
}

export function languageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
