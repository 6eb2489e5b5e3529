import { COLUMN_FIELDS, EXPERT_LABELS, type ExpertField, expertField } from "~/models/records/experts/fields";

/** Columns that say who made a portrait, beside the fields of the record; the dataset has them, too. */
export const CREDIT_COLUMNS = {
  imageAuthor: "Portrait: author",
  imageLicence: "Portrait: licence",
  imageLicenceUrl: "Portrait: address of the licence",
  imageSource: "Portrait: where it comes from",
} as const;

type CreditColumn = keyof typeof CREDIT_COLUMNS;
export type ImportColumn = ExpertField | CreditColumn;

export const IMPORT_COLUMNS = [...COLUMN_FIELDS, ...Object.keys(CREDIT_COLUMNS)] as ImportColumn[];
export const COLUMN_LABELS: Record<ImportColumn, string> = { ...EXPERT_LABELS, ...CREDIT_COLUMNS };

export function isCreditColumn(column: string): column is CreditColumn {
  return column in CREDIT_COLUMNS;
}

export const OUTCOME_LABELS = {
  new: "New",
  changed: "Changed",
  question: "Questions",
  same: "Same",
  error: "With errors, left out",
} as const;

/** The likely field of each column, "" for none; no field twice. Our own names come before other words for a field. */
export function guessColumns(columns: string[]): (ImportColumn | "")[] {
  const fields = columns.map((): ImportColumn | "" => "");
  for (const namesOf of [ownNames, otherNames]) {
    columns.forEach((column, place) => {
      const name = plain(column);
      const field = IMPORT_COLUMNS.find(
        (one) => !fields.includes(one) && namesOf(one).some((known) => plain(known) === name),
      );
      if (fields[place] === "" && field) fields[place] = field;
    });
  }
  return fields;
}

/** In the form, in JSON and in the dataset. */
function ownNames(field: ImportColumn): readonly string[] {
  return [field, COLUMN_LABELS[field], isCreditColumn(field) ? "" : (expertField(field).dataset ?? "")];
}

function otherNames(field: ImportColumn): readonly string[] {
  return isCreditColumn(field) ? [] : (expertField(field).headings ?? []);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}
