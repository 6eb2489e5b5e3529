/** What a source is. Apart from the fields of records, which readers' pages need not load. */

export const SOURCE_KINDS = ["paper", "book", "institution", "prize", "news", "encyclopedia"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

export const SOURCE_LABELS: Record<SourceKind, string> = {
  paper: "paper",
  book: "book or its page",
  institution: "institution",
  prize: "prize",
  news: "news",
  encyclopedia: "encyclopedia",
};

/** Readers see it as the name of who checked a source that came with the program. */
export const STARTER_AUTHORS = "the starter’s authors";
