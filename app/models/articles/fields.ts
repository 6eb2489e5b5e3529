/** What of an article an admin edits, in the order of the form. Shared by server and browser. */
import { ARTICLE_TYPES } from "~/models/ai/models";
import { ALT_LENGTH } from "~/models/images/rules";

/** The fields that an article's history keeps. `expertId` goes with `expert`, whose name is what people read. */
export const ARTICLE_FIELDS = [
  "title",
  "slug",
  "type",
  "expert",
  "excerpt",
  "body",
  "imageUrl",
  "imageAlt",
  "tags",
  "sources",
  "onProfile",
  "status",
  "scheduledAt",
] as const;
export type ArticleField = (typeof ARTICLE_FIELDS)[number];

export const ARTICLE_LABELS: Record<ArticleField, string> = {
  title: "Title",
  slug: "Address",
  type: "Type",
  expert: "Expert",
  excerpt: "Excerpt",
  body: "Text",
  imageUrl: "Lead picture",
  imageAlt: "What the picture shows",
  tags: "Tags",
  sources: "Sources",
  onProfile: "Add link to expert's profile page",
  status: "Status",
  scheduledAt: "Publish at",
};

/** An article as it is edited and as its history keeps it. */
export interface ArticleRecord {
  title: string;
  slug: string;
  /** A key of `ARTICLE_TYPES`. */
  type: string;
  /** The expert's name; it stays when the expert is gone. */
  expert: string;
  /** "" for nobody, or somebody who is gone. */
  expertId: string;
  excerpt: string;
  body: string;
  imageUrl: string;
  imageAlt: string;
  tags: string[];
  sources: string[];
  onProfile: boolean;
  status: string;
  /** ISO 8601, UTC; "" when it is not scheduled. */
  scheduledAt: string;
}

/** The most characters of each text. A text can be as long as the Markdown of one page may be. */
export const ARTICLE_LENGTHS = { title: 200, slug: 80, excerpt: 500, body: 100_000, imageAlt: ALT_LENGTH } as const;

/** The most entries of each list, and the most characters of an entry. */
export const ARTICLE_LISTS = { tags: { most: 20, length: 50 }, sources: { most: 100, length: 2_500 } } as const;

/** So many published articles are featured at once. */
export const MOST_FEATURED = 4;

/** What is asked before an article goes to the trash. */
export function deleteQuestion(title: string): string {
  return `Are you sure you want to delete "${title}"? This action cannot be undone.`;
}

/** What is said beside it: readers lose the article at once, admins have 30 days. */
export const DELETE_HINT = "Readers lose it at once. Curators find it in the trash for 30 days.";

export function articleTypeLabel(type: string): string {
  return ARTICLE_TYPES.find(({ id }) => id === type)?.label ?? type;
}
