import { COLUMN_FIELDS, EXPERT_LABELS, type ExpertField, expertField } from "~/models/experts/fields";
import type { StagedKind } from "./import-rows.server";

export const KIND_LABELS: Record<StagedKind, string> = {
  settings: "Settings",
  users: "Accounts",
  experts: "Experts",
  expertOrder: "Featured experts",
  submissions: "Submissions",
  articles: "Articles",
  articleOrder: "Featured articles",
  images: "Images",
  libraryProjects: "Library projects",
  libraryImages: "Library images",
  libraryContents: "Library texts",
  pages: "Pages of the site",
};

export const OUTCOME_LABELS = {
  new: "New",
  changed: "Changed",
  question: "Questions",
  same: "Same",
  error: "With errors, left out",
} as const;

/** The likely field of each column, "" for none; no field twice. */
export function guessColumns(columns: string[]): (ExpertField | "")[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    const name = plain(column);
    const field = COLUMN_FIELDS.find((candidate) =>
      [candidate, EXPERT_LABELS[candidate], ...(expertField(candidate).headings ?? [])].some(
        (known) => plain(known) === name,
      ),
    );
    if (!field || taken.has(field)) return "";
    taken.add(field);
    return field;
  });
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}
