/** Defines the searched fields of an expert. */
import { TOKEN_MARK } from "./spellings";

/** The places of words, from the most to the least significant for a person. */
export const PLACES = ["name", "title", "contribution", "rest"] as const;
export type Place = (typeof PLACES)[number];

export const WEIGHTS: Record<Place, number> = { name: 8, title: 4, contribution: 3, rest: 1 };

interface SearchedFieldInfo {
  /** The place to which its words belong. */
  place: Place;
  /** Says that its column is searched: the text, or the entries of a list. `expert-texts.ts` derives the other fields. */
  column?: "text" | "list";
  /** The label before a matching line; missing for fields that a card shows anyway. */
  label?: string;
  /** The kind of names in it, which are also indexed in other forms. "institutions" are named in running text. */
  names?: "person" | "institution" | "institutions";
}

export const SEARCHED_FIELDS = {
  name: { place: "name", column: "text", names: "person" },
  title: { place: "title", column: "text" },
  categoryLabels: { place: "title" },
  topics: { place: "title", label: "Topic" },
  longevityContribution: { place: "contribution", column: "text", names: "institutions" },
  scienceHighlights: { place: "contribution", column: "list", label: "Highlight" },
  books: { place: "rest", column: "list", label: "Book" },
  affiliation: { place: "contribution", column: "text", label: "Institution", names: "institution" },
  positions: { place: "contribution", label: "Position", names: "institutions" },
  place: { place: "contribution", label: "Place" },
  biography: { place: "rest", column: "text", names: "institutions" },
  works: { place: "rest", label: "Work" },
  articles: { place: "rest", label: "Article" },
} as const satisfies Record<string, SearchedFieldInfo>;

type Fields = typeof SEARCHED_FIELDS;
type ColumnField = {
  [Field in keyof Fields]: Fields[Field] extends { column: "text" | "list" } ? Field : never;
}[keyof Fields];
export type DerivedField = Exclude<keyof Fields, ColumnField>;

/** The fields whose columns are searched. */
export const SEARCHED_COLUMNS = (Object.keys(SEARCHED_FIELDS) as SearchedField[]).filter(
  (field): field is ColumnField => "column" in SEARCHED_FIELDS[field],
);

export type SearchedField = keyof typeof SEARCHED_FIELDS;

/** Returns the label before a line in which a search matched the field. */
export function labelOfField(field: SearchedField): string | undefined {
  const row: SearchedFieldInfo = SEARCHED_FIELDS[field];
  return row.label;
}

/** The texts of one expert by field; missing ones are empty. `worksIn` has keys of places, as `placeKeys` returns them. */
export type SearchText = Partial<Record<SearchedField, string | string[]>> & { worksIn?: string[] };

/** Returns the indexed token of a place of work. The digit distinguishes it from stems. */
export function placeToken(key: string): string {
  return `${TOKEN_MARK}1${key}`;
}

/** Returns the indexed token of a place that a text names. */
export function mentionToken(key: string): string {
  return `${TOKEN_MARK}2${key}`;
}

/** Returns the texts of a place, in lines. `names` selects the fields with this kind of names. */
export function textIn(place: Place, text: SearchText, names?: SearchedFieldInfo["names"]): string {
  return (Object.keys(SEARCHED_FIELDS) as SearchedField[])
    .filter((field) => {
      const row: SearchedFieldInfo = SEARCHED_FIELDS[field];
      return row.place === place && (!names || row.names === names);
    })
    .flatMap((field) => text[field] ?? [])
    .join("\n");
}
