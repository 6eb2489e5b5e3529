import { ARTICLE_TYPES } from "~/models/ai/models";
import { ALT_LENGTH } from "~/models/images/rules";

/** In the order of the form. Readers see the name in `expert`; `expertId` links it. */
export const FORM_FIELDS = [
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
] as const;
export const ARTICLE_FIELDS = [...FORM_FIELDS, "status", "scheduledAt"] as const;
export type ArticleField = (typeof ARTICLE_FIELDS)[number];

export const ARTICLE_LABELS: Record<ArticleField, string> = {
  title: "Title",
  slug: "Address",
  type: "Type",
  expert: "Expert",
  excerpt: "Excerpt",
  body: "Text",
  imageUrl: "Lead image",
  imageAlt: "What the image shows",
  tags: "Tags",
  sources: "Sources",
  onProfile: "Add link to expert's profile page",
  status: "Status",
  scheduledAt: "Publish at",
};

export interface ArticleRecord {
  title: string;
  slug: string;
  /** A key of `ARTICLE_TYPES`. */
  type: string;
  /** Remains after the expert is deleted. */
  expert: string;
  expertId: string;
  excerpt: string;
  body: string;
  imageUrl: string;
  imageAlt: string;
  tags: string[];
  sources: string[];
  onProfile: boolean;
  status: string;
  /** ISO 8601, UTC; "" when not scheduled. */
  scheduledAt: string;
}

/** In characters. */
export const ARTICLE_LENGTHS = { title: 200, slug: 80, excerpt: 500, body: 100_000, imageAlt: ALT_LENGTH } as const;

/** `most` entries of `length` characters. */
export const ARTICLE_LISTS = { tags: { most: 20, length: 50 }, sources: { most: 100, length: 2_500 } } as const;

/** The limits above add up to 355,000; the rest is for short fields and line ends. */
export const ARTICLE_CHARACTERS = 370_000;

export const MAX_FEATURED = 4;

export function deleteQuestion(title: string): string {
  return `Are you sure you want to delete "${title}"?`;
}

export const DELETE_HINT = "It disappears from the site at once. Admins find it in the trash for 30 days.";

export function articleTypeLabel(type: string): string {
  return ARTICLE_TYPES.find(({ id }) => id === type)?.label ?? type;
}
