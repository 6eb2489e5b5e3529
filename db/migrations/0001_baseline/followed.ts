/** Tables whose every change changes public content. */
export const PUBLISHED = [
  "experts",
  "listing",
  "settings",
  "articles",
  "articleSlugs",
  "images",
  "pages",
  "provenance",
  "evidence",
  "works",
];

export interface TextWithImages {
  kind: string;
  table: string;
  field: string;
  status?: string;
}

export const TEXTS_WITH_IMAGES: TextWithImages[] = [
  { kind: "expert", table: "experts", field: "imageUrl" },
  { kind: "expert", table: "experts", field: "longevityInterviewImageUrl" },
  { kind: "expert", table: "experts", field: "productImageUrl" },
  { kind: "article", table: "articles", field: "imageUrl" },
  { kind: "article", table: "articles", field: "body" },
  { kind: "content", table: "libraryContents", field: "content" },
  { kind: "page", table: "pages", field: "body" },
  // Covers pending submissions only: a decided one shows its images nowhere.
  { kind: "submission", table: "submissions", field: "record", status: "pending" },
];
