/** What moves between sites, in the order of writing: featured orders after their items. */
export const KIND_LABELS = {
  settings: "Settings",
  topics: "Topics",
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
} as const;

export type StagedKind = keyof typeof KIND_LABELS;
export type OrderKind = "expertOrder" | "articleOrder";
/** The kinds of records in an export. */
export type KindName = Exclude<StagedKind, OrderKind>;

export const STAGED_KINDS = Object.keys(KIND_LABELS) as StagedKind[];
