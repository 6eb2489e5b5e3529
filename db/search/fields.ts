/** What is searched of an expert: one row for each field. */
import { MADE } from "./spellings";

/** From the best place to the widest; a word counts most where it says most about a person. */
export const PLACES = ["name", "title", "contribution", "rest"] as const;
export type Place = (typeof PLACES)[number];

export const WEIGHTS: Record<Place, number> = { name: 8, title: 4, contribution: 3, rest: 1 };

interface Searched {
  /** Whose weight its words have. */
  place: Place;
  /** Searched as it is stored; the text of any other is made in `expert-texts.ts`. */
  isColumn?: true;
  /** What stands before a line that matched; none where a card shows the field anyway. */
  label?: string;
  /** What it names: people and institutions are asked for in other forms, too; "institutions" stand among other words. */
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

/** The fields that are searched as they are stored. */
export const SEARCHED_COLUMNS = (Object.keys(SEARCHED_FIELDS) as SearchedField[]).filter(
  (field): field is ColumnField => "isColumn" in SEARCHED_FIELDS[field],
);

export type SearchedField = keyof typeof SEARCHED_FIELDS;

/** What stands before a line in which a search matched the field. */
export function labelOfField(field: SearchedField): string | undefined {
  const row: Searched = SEARCHED_FIELDS[field];
  return row.label;
}

/** The texts of one expert by their fields; what is missing is empty. `worksIn` are keys of places, as `placeKeys` gives them. */
export type SearchText = Partial<Record<SearchedField, string | string[]>> & { worksIn?: string[] };

/** A key of a place where somebody works as it is indexed: no stem begins with a digit. */
export function placeToken(key: string): string {
  return `${MADE}1${key}`;
}

/** As `placeToken`, of a place that a text names. */
export function mentionToken(key: string): string {
  return `${MADE}2${key}`;
}

/** The texts of a place, one below the other; `names` takes only fields that name such. */
export function textIn(place: Place, text: SearchText, names?: Searched["names"]): string {
  return (Object.keys(SEARCHED_FIELDS) as SearchedField[])
    .filter((field) => {
      const row: Searched = SEARCHED_FIELDS[field];
      return row.place === place && (!names || row.names === names);
    })
    .flatMap((field) => text[field] ?? [])
    .join("\n");
}
