/** Converts people from cards and objects to a table with a column for each property. */
import { AppError } from "~/errors";
import type { TableRow } from "./reading";

export type Person = Record<string, string>;

/** Yields a row with the names of the columns, then a row for each person. Throws "invalid" if there are no people. */
export async function* tableOf(people: () => AsyncGenerator<Person, void>): AsyncGenerator<TableRow, void> {
  const columns = new Set<string>();
  let count = 0;
  // Takes the columns from the first 5,000 people; properties that only later people have stand beyond them,
  // where the review shows them.
  for await (const person of people()) {
    for (const name of Object.keys(person)) if (columns.size < MAX_COLUMNS) columns.add(name);
    if (++count >= SAMPLE_PEOPLE) break;
  }
  if (count === 0) throw new AppError("invalid", "There are no people in this file.");
  yield { row: 1, cells: [...columns] };
  let row = 1;
  for await (const person of people()) {
    const otherProperties = Object.entries(person).filter(([name, text]) => text !== "" && !columns.has(name));
    const otherCells = otherProperties.map(([name, text]) => `${name}: ${text}`);
    yield {
      row: ++row,
      cells: [
        ...Array.from(columns, (name) => (Object.hasOwn(person, name) ? (person[name] ?? "") : "")),
        ...otherCells,
      ],
    };
  }
}

const MAX_COLUMNS = 200;
const SAMPLE_PEOPLE = 5_000;

/** Adds a line to a person's cell. */
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

/** Adds an identifier that is given as an address or text; returns false for any other text. */
export function addIdentifier(person: Person, text: string): boolean {
  for (const [pattern, column] of IDENTIFIERS) {
    const identifier = pattern.exec(text)?.[1];
    if (!identifier) continue;
    if (!person[column]) addLine(person, column, identifier);
    return true;
  }
  return false;
}

/** The column with the kind of a card or object that is not a person. */
export const KIND_COLUMN = "Kind";
