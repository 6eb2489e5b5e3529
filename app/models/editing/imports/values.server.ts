/** Reads values in the forms in which people write them. */

import { stemmer } from "stemmer";
import { words } from "~/db.server";
import { categories } from "~/models/records/listings/categories";
import { DAY_MS } from "~/stored-times";

const stemsOf = (text: string) =>
  words(text)
    .map(stemmer)
    .filter((stem) => stem !== "and")
    .join(" ");

let keysByStems: Map<string, string> | undefined;

/** Returns the key of a category by its key, slug or label, in singular or plural; null for another text. */
export function categoryNamed(text: string): string | null {
  keysByStems ??= new Map(
    categories.flatMap(({ key, slug, label }) => [key, slug, label].map((name) => [stemsOf(name), key])),
  );
  return keysByStems.get(stemsOf(text)) ?? null;
}

/** The number of parts, between commas, of the longest name that is looked for in a list. */
const MAX_PARTS = 8;

/**
 * Splits a cell into entries by lines if it has several, else by semicolons, commas or bars. Keeps a known name whole that
 * contains such a character itself, such as "Dynamical Systems, Ergodic Theory and Mathematical Physics".
 */
export function namedEntries(text: string, isKnown: (entry: string) => boolean): string[] {
  const parts = [...text.matchAll(text.includes("\n") ? /[^\n]+/g : /[^;,|]+/g)];
  const textBetween = (firstPart: number, lastPart: number) => {
    const [startMatch, endMatch] = [parts[firstPart], parts[lastPart]] as [RegExpMatchArray, RegExpMatchArray];
    return text.slice(startMatch.index, (endMatch.index ?? 0) + endMatch[0].length).trim();
  };
  const entries: string[] = [];
  for (let firstPart = 0; firstPart < parts.length; ) {
    let lastPart = text.includes("\n") ? firstPart : Math.min(firstPart + MAX_PARTS, parts.length) - 1;
    while (lastPart > firstPart && !isKnown(textBetween(firstPart, lastPart))) lastPart -= 1;
    entries.push(textBetween(firstPart, lastPart));
    firstPart = lastPart + 1;
  }
  return entries.filter(Boolean);
}

/** Returns the year in "about 1960", "1960-05-01", "5 May 1960" or a day number of Excel; null if there is none or several. */
export function yearIn(text: string): string | null {
  const years = new Set(Array.from(text.matchAll(/(?<!\d)(1\d{3}|20\d{2})(?!\d)/g), ([year]) => year));
  if (years.size === 0 && /^\s*\d{5}(\.\d+)?\s*$/.test(text)) return yearOfDay(Number.parseInt(text, 10));
  return years.size === 1 ? ([...years][0] as string) : null;
}

/** Returns the year of a day number of Excel, which counts from the end of 1899 (ECMA-376, 18.17.4); null for the future. */
function yearOfDay(day: number): string | null {
  const year = new Date(Date.UTC(1899, 11, 30) + day * DAY_MS).getUTCFullYear();
  return year <= new Date().getUTCFullYear() ? String(year) : null;
}

/** Recognises the name of a file, such as "Portrait.jpg", which looks like an address without its beginning. */
export function isFileName(text: string): boolean {
  return /^[^/\s|]+\.(?:jpe?g|png|gif|webp|svg|tiff?|bmp|heic|avif|pdf|docx?|html?)$/i.test(text.trim());
}

const LIVING = /^(living|alive|yes|true|active|lebend|vivant)$/i;
const HISTORICAL = /^(historical|deceased|dead|died|no|false|†|verstorben)$/i;

export function statusIn(text: string): string | null {
  const word = text.trim();
  if (LIVING.test(word)) return "living";
  return HISTORICAL.test(word) ? "historical" : null;
}

const AVAILABILITY: [RegExp, string][] = [
  [/talk|speak|keynote|lecture/i, "talks"],
  [/media|press|interview|podcast/i, "media"],
  [/review/i, "review"],
  [/advi[sc]|consult|mentor/i, "advice"],
  [/collab/i, "collaboration"],
];

export function availableIn(text: string): string | null {
  return AVAILABILITY.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** Matches a salutation, which is not part of a name. */
const SALUTATION =
  /^(?:mr|mrs|ms|miss|mx|herrn?|frau|hr|fr|m|mme|mlle|sra?|srta|sig|signora?|dhr|mevr|monsieur|madame)\.?$/i;

export function withoutSalutation(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => !SALUTATION.test(word))
    .join(" ");
}

const BEFORE_NAMES =
  /^(?:mr|mrs|ms|miss|mx|herrn?|frau|mme|mlle|sra?|srta|signora?|dhr|mevr|monsieur|madame)\.?\s+(?=\S+\s)/i;

/** Removes the salutation before a full name. It leaves "M.", which may be an initial. */
export function nameAlone(text: string): string {
  return text.replace(BEFORE_NAMES, "");
}
