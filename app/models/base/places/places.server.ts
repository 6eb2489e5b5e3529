/** Recognises countries and languages as people write them, for search, import, forms and reports. */
import { countryName } from "~/db.server";

export { countryAfterCity, countryName, countryOf } from "~/db.server";

const languageNames = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
const ALPHABET = [..."abcdefghijklmnopqrstuvwxyz"];

let codes: Map<string, string> | undefined;

/** Returns the codes of ISO 639-1 by the English names of their languages. */
function codesByName(): Map<string, string> {
  codes ??= new Map(
    ALPHABET.flatMap((letter) => ALPHABET.map((nextLetter) => letter + nextLetter))
      .filter((code) => languageNames.of(code))
      .map((code) => [String(languageNames.of(code)).toLowerCase(), code]),
  );
  return codes;
}

/** Returns a language tag (BCP 47): "de" for "DE" and "German", "pt-BR" for "pt-br"; null for any other text. */
export function languageTag(text: string): string | null {
  const code = codesByName().get(text.trim().toLowerCase());
  if (code) return code;
  try {
    const [tag = ""] = Intl.getCanonicalLocales(text.trim());
    return tag && languageNames.of(tag) ? tag : null;
  } catch {
    return null;
  }
}

export function languageName(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns city and country; only one of them if they have the same name. */
export function placeName({ city, country }: { city: string; country: string }): string {
  return [...new Set([city, countryName(country)])].filter(Boolean).join(", ");
}
