/** People that come as cards and objects, made a table: a column for each property. */
import { AppError } from "~/errors";
import type { TableRow } from "./reading";

export type Person = Record<string, string>;

/** Rows of people with the same columns, the names of the columns first. */
export async function* tableOf(people: () => AsyncGenerator<Person, void>): AsyncGenerator<TableRow, void> {
  const columns = new Set<string>();
  let count = 0;
  // A column that nobody of the first thousands has is none that matters.
  for await (const person of people()) {
    for (const name of Object.keys(person)) if (columns.size < MOST_COLUMNS) columns.add(name);
    if (++count >= LOOKED_AT) break;
  }
  if (count === 0) throw new AppError("invalid", "There are no people in this file.");
  yield { row: 1, cells: [...columns] };
  let row = 1;
  for await (const person of people()) yield { row: ++row, cells: [...columns].map((name) => person[name] ?? "") };
}

const MOST_COLUMNS = 200;
const LOOKED_AT = 5_000;

/** Adds a line to what a person has under a name. */
export function addLine(person: Person, name: string, text: string): void {
  const line = text.trim();
  if (line) person[name] = person[name] ? `${person[name]}\n${line}` : line;
}

const IDENTIFIERS: [RegExp, string][] = [
  [/orcid\.org\/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])/i, "ORCID"],
  [/^(\d{4}-\d{4}-\d{4}-\d{3}[\dX])$/i, "ORCID"],
  [/wikidata\.org\/(?:wiki|entity)\/(Q\d+)/i, "Wikidata"],
  [/openalex\.org\/(?:authors\/)?(A\d+)/i, "OpenAlex"],
];

/** Adds the identifier that an address or a text is; false where it is none. */
export function addIdentifier(person: Person, text: string): boolean {
  for (const [pattern, column] of IDENTIFIERS) {
    const identifier = pattern.exec(text)?.[1];
    if (!identifier) continue;
    if (!person[column]) addLine(person, column, identifier);
    return true;
  }
  return false;
}

/** The column in which cards and objects say that they are no person. */
export const KIND_COLUMN = "Kind";
