/** Recognises countries in texts. */
import { englishName, foreignNames, gazetteer, isCountryCode, type Place, plainWords, wordsWithMarks } from "./world";

/** The limit of characters, longer than any name of a country with additions. */
const MAX_TEXT_LENGTH = 200;
const FLAG = /^[\u{1F1E6}-\u{1F1FF}]{2}$/u;
const [FIRST_FLAG_LETTER, FIRST_LETTER] = [0x1f1e6, 0x41];

/**
 * Returns the code (ISO 3166-1 alpha-2) of the country in a text; null for none or several. Recognises codes of two or three
 * letters or three digits, flags, names in large languages, states and provinces, and peoples.
 */
export function countryOf(text: string): string | null {
  const trimmedText = text.slice(0, MAX_TEXT_LENGTH).trim();
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
  const abbreviatedCountry = countryOfAbbreviation(trimmedText);
  if (abbreviatedCountry) return abbreviatedCountry;
  // Reads "Korea, South" and "Germany (Berlin)".
  const [firstPart = "", ...otherParts] = trimmedText.replace(/\([^()]*\)/, "").split(",");
  const turnedName = otherParts.length === 1 ? `${otherParts[0]} ${firstPart}` : firstPart;
  return turnedName === trimmedText ? null : countryOfName(turnedName);
}

/**
 * Abbreviations that people of large languages write for a country, beside the names and codes of the data sets. Left out are
 * those of former states, and those that are also codes of other countries, such as "SR" and "RP".
 */
const ABBREVIATIONS: Record<string, string> = {
  AE: "EAU VAE",
  CD: "DRC RDC",
  CN: "КНР RPC VRC PRCHINA VRCHINA RPCHINE",
  CZ: "ČR",
  DE: "BRD FRG RFA ФРГ BRDEUTSCHLAND",
  JP: "日本国",
  KP: "КНДР",
  KR: "ROK",
  RU: "РФ RF",
  SA: "KSA",
  TW: "ROC",
  US: "EEUU VS 米国",
  ZA: "RSA",
};
const COUNTRIES_BY_ABBREVIATION = new Map(
  Object.entries(ABBREVIATIONS).flatMap(([code, texts]) => texts.split(" ").map((text) => [text, code] as const)),
);

/** Reads abbreviations with and without dots: "E.U.A." is a name in the data sets without them. */
function countryOfAbbreviation(text: string): string | null {
  const letters = text.normalize("NFC").replace(/[.\s]/g, "").toUpperCase();
  const country = COUNTRIES_BY_ABBREVIATION.get(letters);
  if (country || !/^\p{L}(?:\. ?\p{L})+\.?$/u.test(text)) return country ?? null;
  const name = letters.toLowerCase();
  return onlyCountry(gazetteer().names.get(name) ?? foreignNames().get(name), "country") ?? null;
}

/** Codes of the states of the USA (USPS). Many are also codes of countries. */
const STATES = new Set(
  `AL AK AZ AR CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN
  TX UT VA VT WA WI WV WY`.split(/\s+/),
);

/** Codes of the provinces of Canada. Some are also codes of countries. */
const PROVINCES = new Set("AB BC MB NB NL NS ON PE QC SK".split(" "));

/** Rivers that the names of listed cities have, and that people leave out: "Frankfurt". */
const RIVERS = ["", " am main", " am rhein", " an der saale"];

/** Matches letters that no city of the USA has. */
const UMLAUT = /[äöüß]|[aou]\u0308/i;

/**
 * Works as `countryOf` for a text after a city: "Boston, MA" is in the United States, not in Morocco. Returns null for a code
 * that may be that of a country or of a state or province, such as "Torino, TO".
 */
export function countryAfterCity(city: string, text: string): string | null {
  const country = countryOf(text);
  const code = text.trim().toUpperCase();
  const { cities, names, mainCountry } = gazetteer();
  const name = plainWords(city);
  const isInCountry = country !== null && RIVERS.some((river) => cities.has(`${country} ${name}${river}`));
  if (!/^[A-Z]{2}$/.test(code)) {
    // "Georgia" is a country, and a state in which Atlanta lies.
    const part = names.get(plainWords(text))?.find(({ kind }) => kind === "part");
    const [partCountry = ""] = part?.countries ?? [];
    const isInPart = part && cities.get(`${partCountry} ${name}`)?.parts.includes(part.key);
    return isInPart && !isInCountry ? partCountry : country;
  }
  // Nobody writes these codes for a state or a province.
  if (["GB", "UK", "US"].includes(code)) return country;
  if (PROVINCES.has(code) && !isInCountry && cities.has(`CA ${name}`)) return "CA";
  if (STATES.has(code)) {
    if (!cities.has(`US ${name}`)) return isInCountry || UMLAUT.test(city) ? country : null;
    if (!isInCountry) return "US";
    // Both a country and a state have such a city: takes its best known place, unless there is none.
    const main = mainCountry(name);
    if (main === "US" || main === undefined) return main ?? country;
    return main === country ? country : null;
  }
  const isElsewhere = !isInCountry && (names.get(name) ?? []).some(({ kind }) => kind === "city");
  return isElsewhere ? null : country;
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
