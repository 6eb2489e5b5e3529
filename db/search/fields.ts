/** The searched fields of an expert, one row for each. */
import { MADE } from "./spellings";

/** Places from the best to the widest; a word counts most where it says most about a person. */
export const PLACES = ["name", "title", "contribution", "rest"] as const;
export type Place = (typeof PLACES)[number];

export const WEIGHTS: Record<Place, number> = { name: 8, title: 4, contribution: 3, rest: 1 };

interface Searched {
  /** The place whose weight its words have. */
  place: Place;
  /** Says that the stored text is searched; `expert-texts.ts` makes the others. */
  isColumn?: true;
  /** The label before a matching line; missing for fields that a card shows anyway. */
  label?: string;
  /**
   * The kind of names in it: people and institutions are also searched in other forms; "institutions" stand among other
   * words.
   */
  names?: "person" | "institution" | "institutions";
}

export const SEARCHED_FIELDS = {
  name: { place: "name", isColumn: true, names: "person" },
  title: { place: "title", isColumn: true },
  categoryLabels: { place: "title" },
  topics: { place: "title", label: "Topic" },
  longevityContribution: { place: "contribution", isColumn: true, names: "institutions" },
  scienceHighlights: { place: "contribution", label: "Highlight" },
  books: { place: "rest", label: "Book" },
  affiliation: { place: "contribution", isColumn: true, label: "Institution", names: "institution" },
  positions: { place: "contribution", label: "Position", names: "institutions" },
  place: { place: "contribution", label: "Place" },
  biography: { place: "rest", isColumn: true, names: "institutions" },
  works: { place: "rest", label: "Work" },
  articles: { place: "rest", label: "Article" },
} as const satisfies Record<string, Searched>;

type Fields = typeof SEARCHED_FIELDS;
type ColumnField = { [Field in keyof Fields]: Fields[Field] extends { isColumn: true } ? Field : never }[keyof Fields];

/** The fields whose stored text is searched. */
export const SEARCHED_COLUMNS = (Object.keys(SEARCHED_FIELDS) as SearchedField[]).filter(
  (field): field is ColumnField => "isColumn" in SEARCHED_FIELDS[field],
);

export type SearchedField = keyof typeof SEARCHED_FIELDS;

/** Returns the label before a line in which a search matched the field. */
export function labelOfField(field: SearchedField): string | undefined {
  const row: Searched = SEARCHED_FIELDS[field];
  return row.label;
}

/** The texts of one expert by field; missing ones are empty. `worksIn` has keys of places, as `placeKeys` returns them. */
export type SearchText = Partial<Record<SearchedField, string | string[]>> & { worksIn?: string[] };

/** Returns the indexed form of the key of a place of work: no stem begins with a digit. */
export function placeToken(key: string): string {
  return `${MADE}1${key}`;
}

/** Works as `placeToken`, for a place that a text names. */
export function mentionToken(key: string): string {
  return `${MADE}2${key}`;
}

/** Returns the texts of a place in lines; `names` selects the fields that name such. */
export function textIn(place: Place, text: SearchText, names?: Searched["names"]): string {
  return (Object.keys(SEARCHED_FIELDS) as SearchedField[])
    .filter((field) => {
      const row: Searched = SEARCHED_FIELDS[field];
      return row.place === place && (!names || row.names === names);
    })
    .flatMap((field) => text[field] ?? [])
    .join("\n");
}
