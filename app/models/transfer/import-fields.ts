import { EXPERT_FIELDS, EXPERT_LABELS, type ExpertField } from "~/models/experts/fields";
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

/** Featured experts are set on their own page. */
export const COLUMN_FIELDS = EXPERT_FIELDS.filter((field) => field !== "featured");

const ALSO: Partial<Record<ExpertField, string[]>> = {
  name: ["full name", "expert", "person"],
  title: ["position", "affiliation", "role", "job title", "professional title"],
  categories: ["category", "field", "fields"],
  longevityContribution: ["contribution", "summary"],
  biography: ["bio", "about"],
  imageUrl: ["image", "photo", "picture", "image url"],
  referenceLinks: ["website", "websites", "links", "url", "reference link", "homepage"],
  slug: ["address"],
  books: ["book"],
  sources: ["source"],
};

/** The likely field of each column, "" for none; no field twice. */
export function guessColumns(columns: string[]): (ExpertField | "")[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    const name = plain(column);
    const field = COLUMN_FIELDS.find((candidate) =>
      [candidate, EXPERT_LABELS[candidate], ...(ALSO[candidate] ?? [])].some((known) => plain(known) === name),
    );
    if (!field || taken.has(field)) return "";
    taken.add(field);
    return field;
  });
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}
