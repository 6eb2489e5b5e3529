/** What is searched of an expert: one row for each field, with the place whose weight its words have. */

/** From the best place to the widest; a word counts most where it says most about a person. */
export const PLACES = ["name", "title", "contribution", "rest"] as const;
export type Place = (typeof PLACES)[number];

export const WEIGHTS: Record<Place, number> = { name: 8, title: 4, contribution: 3, rest: 1 };

/** A new field needs a row here and its text in `expert-texts.ts`. */
export const SEARCHED_FIELDS = {
  name: "name",
  title: "title",
  categoryLabels: "title",
  topics: "title",
  longevityContribution: "contribution",
  scienceHighlights: "contribution",
  books: "rest",
  affiliation: "rest",
  place: "rest",
  biography: "rest",
  works: "rest",
  articles: "rest",
} as const satisfies Record<string, Place>;

export type SearchedField = keyof typeof SEARCHED_FIELDS;

/** The texts of one expert by their fields; what is missing is empty. */
export type SearchText = Partial<Record<SearchedField, string | string[]>>;

/** The texts of a place, one below the other. */
export function textIn(place: Place, text: SearchText): string {
  return (Object.keys(SEARCHED_FIELDS) as SearchedField[])
    .filter((field) => SEARCHED_FIELDS[field] === place)
    .flatMap((field) => text[field] ?? [])
    .join("\n");
}
