/** Defines the mapping of a table's columns to fields. */
import { COLUMN_FIELDS, EXPERT_LABELS, type ExpertField, expertField } from "~/models/records/experts/fields";

/** The columns for the credit of a portrait, which the dataset has in addition to the fields of the record. */
const CREDIT_COLUMNS = {
  imageAuthor: "Portrait: author",
  imageLicence: "Portrait: licence",
  imageLicenceUrl: "Portrait: address of the licence",
  imageSource: "Portrait: where it comes from",
} as const;

const PARTS_OF_NAMES = {
  titleBefore: "Name: title before it",
  firstName: "Name: first",
  middleName: "Name: middle",
  particle: "Name: particle (van, de)",
  lastName: "Name: last",
  titleAfter: "Name: title after it",
} as const;

const OTHER_TARGETS = {
  place: "City and country in one",
  sortName: "Sorts as",
  reading: "Name in Latin letters, for the address",
  link: "A link, under the column’s name",
  note: "A note for editors",
} as const;

export type CreditColumn = keyof typeof CREDIT_COLUMNS;
export type NamePart = keyof typeof PARTS_OF_NAMES;
export type Target = ExpertField | CreditColumn | NamePart | keyof typeof OTHER_TARGETS;

const FIELDS = COLUMN_FIELDS as ExpertField[];

export const TARGET_LABELS = {
  ...Object.fromEntries(FIELDS.map((field) => [field, EXPERT_LABELS[field]])),
  ...PARTS_OF_NAMES,
  ...OTHER_TARGETS,
  ...CREDIT_COLUMNS,
} as Record<Target, string>;

export const TARGETS: { label: string; targets: Target[] }[] = [
  { label: "Anything", targets: ["note", "link"] },
  { label: "Name", targets: ["name", ...(Object.keys(PARTS_OF_NAMES) as Target[]), "sortName", "reading", "slug"] },
  { label: "Profile", targets: [...FIELDS.filter((field) => field !== "name" && field !== "slug"), "place"] },
  { label: "Portrait", targets: Object.keys(CREDIT_COLUMNS) as Target[] },
];

export const ALL_TARGETS = Object.keys(TARGET_LABELS) as Target[];

export function isField(target: Target | ""): target is ExpertField {
  return FIELDS.some((field) => field === target);
}

export function isCredit(target: Target | ""): target is CreditColumn {
  return target in CREDIT_COLUMNS;
}

/** Tells whether several columns may have this target: notes, links and lists. */
export function takesSeveral(target: Target): boolean {
  if (target === "note" || target === "link") return true;
  return isField(target) && expertField(target).kind === "rows";
}

export interface Mapping {
  /** The target of each column; "" leaves it out. */
  columns: (Target | "")[];
  /** Values for all rows. */
  constants: { categories?: string; country?: string; topics?: string };
  /** For each column, maps entries to the values that they stand for; "" leaves an entry out. */
  values: Record<string, Record<string, string>>;
  /** The treatment of topics that this site lacks. */
  newTopics: "make" | "propose" | "note" | "leave";
  /** The state of new people. */
  state: "draft" | "public";
}

export const NEW_TOPICS = {
  make: "Make them with the import",
  propose: "Propose them: you add each after the import",
  note: "Put them into the notes for editors",
  leave: "Leave them out",
} as const;

export const STATES = {
  draft: "Drafts, until you release them",
  public: "Public profiles, at once",
} as const;

export const OUTCOME_LABELS = {
  new: "New",
  changed: "Changed",
  question: "Questions",
  same: "Same",
  error: "Refused",
} as const;
