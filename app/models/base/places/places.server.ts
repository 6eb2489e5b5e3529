/** Reads countries and languages as people write them, for search, import, forms and reports. */
import { countryName } from "~/db.server";

export { countryName, countryOf } from "~/db.server";

const languages = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

let languagesByName: Map<string, string> | undefined;

/** Names of languages that people write: the languages of ISO 639-1. */
function knownLanguages(): Map<string, string> {
  languagesByName ??= new Map(
    LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
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

/** Returns city and country; a city that is its country once. */
export function placeName({ city, country }: { city: string; country: string }): string {
  return [...new Set([city, countryName(country)])].filter(Boolean).join(", ");
}
