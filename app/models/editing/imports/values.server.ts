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

/** The year in "about 1960", "c. 1960", "1960-05-01" or "5 May 1960"; null where there is none, or more than one. */
export function yearIn(text: string): string | null {
  const years = new Set(Array.from(text.matchAll(/(?<!\d)(1\d{3}|20\d{2})(?!\d)/g), ([year]) => year));
  return years.size === 1 ? ([...years][0] as string) : null;
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
