/** The kinds of sources, in a file of their own: readers' pages load it without the fields of records. */

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

/** The name that readers see for the checker of a source that came with the program. */
export const STARTER_AUTHORS = "the starter’s authors";
