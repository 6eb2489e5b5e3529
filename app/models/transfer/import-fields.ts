import { COLUMN_FIELDS, EXPERT_LABELS, type ExpertField, expertField } from "~/models/experts/fields";

export const OUTCOME_LABELS = {
  new: "New",
  changed: "Changed",
  question: "Questions",
  same: "Same",
  error: "With errors, left out",
} as const;

/** The likely field of each column, "" for none; no field twice. Our own names come before other words for a field. */
export function guessColumns(columns: string[]): (ExpertField | "")[] {
  const fields = columns.map((): ExpertField | "" => "");
  for (const namesOf of [ownNames, otherNames]) {
    columns.forEach((column, place) => {
      const name = plain(column);
      const field = COLUMN_FIELDS.find(
        (one) => !fields.includes(one) && namesOf(one).some((known) => plain(known) === name),
      );
      if (fields[place] === "" && field) fields[place] = field;
    });
  }
  return fields;
}

/** In the form, in JSON and in the dataset. */
function ownNames(field: ExpertField): readonly string[] {
  return [field, EXPERT_LABELS[field], expertField(field).dataset ?? ""];
}

function otherNames(field: ExpertField): readonly string[] {
  return expertField(field).headings ?? [];
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}
