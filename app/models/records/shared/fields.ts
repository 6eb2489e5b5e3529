/** Describes the fields of a kind of record once, so that everything else follows from the description. */

/**
 * The kinds of fields: "line" and "text" are plain text, "prose" is Markdown, "address" is a URL, and "image" is an image
 * of this site. "identifier" is the bare id of a registry, and "choices" are keys of a fixed list. "rows" are entries whose
 * parts a bar divides.
 */
export type FieldKind =
  | "line"
  | "text"
  | "prose"
  | "address"
  | "image"
  | "identifier"
  | "choice"
  | "choices"
  | "rows"
  | "time"
  | "flag";

export interface Field {
  kind: FieldKind;
  label: string;
  /** The values of a "choice" or "choices"; the first value of a "choice" is the default. */
  choices?: readonly string[];
  /** The names that readers see for the choices. */
  choiceLabels?: readonly string[];
  /** The most characters of a text or of each entry. */
  max?: number;
  /** The group of the form; missing for a field that another page sets. */
  group?: string;
  /** The field that precedes it in its group, unless that is the field described before it. */
  after?: string;
  hint?: string;
  /** The number of lines of its text area. */
  lines?: number;
  /** The most entries that are stored. */
  entries?: number;
  /** The most entries that an edit may leave; longer stored lists may stay. */
  editedEntries?: number;
  /** For "rows": the noun for an entry, and the names of its parts. */
  row?: { noun: string; parts: readonly string[] };
  /** The description for users of the JSON interface. */
  description?: string;
  /** Says that lists and cards include it, and not only the complete record. */
  isInLists?: boolean;
  /** Says that the profile page receives its value unchanged. Code derives the page's other values. */
  isOnProfile?: boolean;
  /** Says that a comparison of people has a row of its values. */
  isCompared?: boolean;
  /** The name of its column in the dataset. */
  dataset?: string;
  /** Headings of an imported table that mean the field, beside its name and its label. */
  headings?: readonly string[];
  /** Says that its sentences need sources. */
  isSourced?: boolean;
  /** Says that the text, or each entry, counts as one sentence. */
  isUndivided?: boolean;
  /** The message for an empty value. */
  required?: string;
}

interface Values {
  line: string;
  text: string;
  prose: string;
  address: string;
  image: string;
  identifier: string;
  choice: string;
  time: string;
  choices: string[];
  rows: string[];
  flag: boolean;
}

export type Fields = Record<string, Field>;

/** A record with a value in each field. */
export type RecordOf<F extends Fields> = { -readonly [Name in keyof F]: Values[F[Name]["kind"]] };

/** Returns a record with empty fields. */
export function emptyRecord<F extends Fields>(fields: F): RecordOf<F> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, emptyValue(field)])) as RecordOf<F>;
}

function emptyValue(field: Field): string | string[] | boolean {
  if (isList(field)) return [];
  return field.kind === "flag" ? false : (field.choices?.[0] ?? "");
}

/** The names of the fields of these kinds. */
export type NamesOf<F extends Fields, Kind extends FieldKind> = {
  [Name in keyof F]: F[Name]["kind"] extends Kind ? Name : never;
}[keyof F] &
  string;

export function namesOf<F extends Fields, Kind extends FieldKind>(fields: F, ...kinds: Kind[]): NamesOf<F, Kind>[] {
  return namesWhere(fields, ({ kind }) => kinds.includes(kind as Kind)) as NamesOf<F, Kind>[];
}

/** The names of the fields whose descriptions have a property, such as "isInLists". */
export type NamesWith<F extends Fields, Property extends keyof Field> = {
  [Name in keyof F]: F[Name] extends { [P in Property]: unknown } ? Name : never;
}[keyof F] &
  string;

export function namesWith<F extends Fields, Property extends keyof Field>(
  fields: F,
  property: Property,
): NamesWith<F, Property>[] {
  return namesWhere(fields, (field) => field[property]) as NamesWith<F, Property>[];
}

/** Returns the names of the wanted fields in the order of the form. */
export function namesWhere<F extends Fields>(fields: F, isWanted: (field: Field) => unknown): (keyof F & string)[] {
  return Object.keys(fields).filter((name) => isWanted(fields[name] as Field));
}

/** Returns the names of the fields in a group of the form, in its order. */
export function namesInGroup<F extends Fields>(fields: F, group: string): (keyof F & string)[] {
  const names = namesWhere(fields, (field) => field.group === group && !field.after);
  return names.flatMap((name) => [name, ...namesWhere(fields, ({ after }) => after === name)]);
}

/** Tells whether a field holds a list. */
export function isList({ kind }: Field): boolean {
  return kind === "rows" || kind === "choices";
}

export function labelsIn<F extends Fields>(fields: F): Record<keyof F & string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])) as never;
}
