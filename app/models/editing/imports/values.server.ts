/** Values as people write them. */
import { stemmer } from "stemmer";
import { words } from "~/db.server";
import { categories } from "~/models/records/listings/categories";

const stemsOf = (text: string) =>
  words(text)
    .map(stemmer)
    .filter((stem) => stem !== "and")
    .join(" ");

let byStems: Map<string, string> | undefined;

/** The key of a category that is given by key, slug or label, in singular or plural; null for another text. */
export function categoryNamed(text: string): string | null {
  byStems ??= new Map(
    categories.flatMap(({ key, slug, label }) => [key, slug, label].map((name) => [stemsOf(name), key])),
  );
  return byStems.get(stemsOf(text)) ?? null;
}

/** The year in "about 1960", "c. 1960", "1960-05-01", "5 May 1960" or a date as Excel counts days; null where there is none, or more than one. */
export function yearIn(text: string): string | null {
  const years = new Set(Array.from(text.matchAll(/(?<!\d)(1\d{3}|20\d{2})(?!\d)/g), ([year]) => year));
  if (years.size === 0 && /^\s*\d{5}(\.\d+)?\s*$/.test(text)) return yearOfDay(Number.parseInt(text, 10));
  return years.size === 1 ? ([...years][0] as string) : null;
}

const DAY_MS = 24 * 60 * 60_000;

/** Excel counts days from the end of 1899 (ECMA-376, 18.17.4). */
function yearOfDay(day: number): string | null {
  const year = new Date(Date.UTC(1899, 11, 30) + day * DAY_MS).getUTCFullYear();
  return year <= new Date().getUTCFullYear() ? String(year) : null;
}

const LIVING = /^(living|alive|yes|true|active|lebend|vivant)$/i;
const HISTORICAL = /^(historical|deceased|dead|died|no|false|†|verstorben)$/i;

export function statusIn(text: string): string | null {
  const word = text.trim();
  if (LIVING.test(word)) return "living";
  return HISTORICAL.test(word) ? "historical" : null;
}

const FOR: [RegExp, string][] = [
  [/talk|speak|keynote|lecture/i, "talks"],
  [/media|press|interview|podcast/i, "media"],
  [/review/i, "review"],
  [/advi[sc]|consult|mentor/i, "advice"],
  [/collab/i, "collaboration"],
];

export function availableIn(text: string): string | null {
  return FOR.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** Salutations, which are no part of a name. */
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

/** A whole name without how the person is spoken to; "M." before one may be an initial. */
export function nameAlone(text: string): string {
  return text.replace(BEFORE_NAMES, "");
}
