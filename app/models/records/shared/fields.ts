/** How a kind of record is described: each field once, and all that follows from its description. */

/**
 * "line" and "text" are plain text, "prose" is Markdown, "address" a URL, "image" an image of this site, "identifier" the
 * bare id of a registry, "choices" keys of a fixed list, and "rows" has entries whose parts a bar divides.
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
  /** Of a "choice" or "choices": what can be chosen; of a "choice" the first one is chosen at first. */
  choices?: readonly string[];
  /** What readers see for each choice. */
  choiceLabels?: readonly string[];
  /** In characters, of a text or of each entry. */
  max?: number;
  /** The group of the form that it stands in; none: another page sets it. */
  group?: string;
  /** The field that it follows in its group, where that is not the one described before it. */
  after?: string;
  hint?: string;
  /** Lines of its text area. */
  lines?: number;
  /** How many entries are stored at most. */
  entries?: number;
  /** How many entries an edit may leave at most; longer stored lists may stay. */
  editedEntries?: number;
  /** Of rows: what one is called, and what its parts are called. */
  row?: { one: string; parts: readonly string[] };
  /** What readers of the JSON interface are told about it. */
  describes?: string;
  /** Whether lists and cards have it, or only the whole record. */
  isInLists?: boolean;
  /** Whether the profile has its text as it is; what the profile makes of other fields is written by hand. */
  isOnProfile?: boolean;
  /** The name of its column in the dataset. */
  dataset?: string;
  /** Headings of an imported table that mean it, beside its name and its label. */
  headings?: readonly string[];
  /** Whether its sentences need sources. */
  isSourced?: boolean;
  /** Whether the text, or each entry, counts as one sentence. */
  isUndivided?: boolean;
  /** What is wrong with an empty one. */
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

/** A record of which nothing was filled in yet. */
export function emptyRecord<F extends Fields>(fields: F): RecordOf<F> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, emptyValue(field)])) as RecordOf<F>;
}

function emptyValue(field: Field): string | string[] | boolean {
  if (isList(field)) return [];
  return field.kind === "flag" ? false : (field.choices?.[0] ?? "");
}

/** The names of the fields that are of one of these kinds. */
export type NamesOf<F extends Fields, Kind extends FieldKind> = {
  [Name in keyof F]: F[Name]["kind"] extends Kind ? Name : never;
}[keyof F] &
  string;

export function namesOf<F extends Fields, Kind extends FieldKind>(fields: F, ...kinds: Kind[]): NamesOf<F, Kind>[] {
  return namesWhere(fields, ({ kind }) => kinds.includes(kind as Kind)) as NamesOf<F, Kind>[];
}

/** The names of the fields that lists have, too. */
export type NamesInLists<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { isInLists: true } ? Name : never;
}[keyof F] &
  string;

/** The names of the fields that the profile has as they are. */
export type NamesOnProfile<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { isOnProfile: true } ? Name : never;
}[keyof F] &
  string;

/** The names of the fields whose entries have named parts. */
export type NamesWithRows<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { row: object } ? Name : never;
}[keyof F] &
  string;

/** In the order of the description, which is that of the form. */
export function namesWhere<F extends Fields>(fields: F, isWanted: (field: Field) => unknown): (keyof F & string)[] {
  return Object.keys(fields).filter((name) => isWanted(fields[name] as Field));
}

/** The fields of a group of the form, in its order. */
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
