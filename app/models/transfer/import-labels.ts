/** What the parts of an import are called. Shared by server and browser. */
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
};

export const OUTCOME_LABELS = {
  new: "New",
  changed: "Changed",
  question: "Questions",
  same: "Same",
  error: "With errors, left out",
} as const;
