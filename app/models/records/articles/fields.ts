import { ARTICLE_TYPES } from "~/models/base/providers/choices";
import { ALT_LENGTH } from "~/models/records/images/rules";
import { emptyRecord, type Field, labelsIn, namesWhere, type RecordOf } from "~/models/records/shared/fields";

/**
 * The record of an article, in the order of the form; buttons set `status` and `scheduledAt`. Type, schema, labels, limits,
 * drafts, history and sources follow from it.
 */
export const ARTICLE_RECORD = {
  title: { kind: "line", label: "Title", max: 200, group: "Article", required: "Please enter a title." },
  slug: { kind: "line", label: "Page address", max: 80, group: "Article" },
  type: { kind: "choice", label: "Type", group: "Article", choices: ARTICLE_TYPES.map(({ id }) => id) },
  expert: { kind: "line", label: "Expert", group: "Article" },
  excerpt: { kind: "text", label: "Excerpt", max: 500, group: "Article", lines: 2 },
  body: { kind: "prose", label: "Text", max: 100_000, group: "Text" },
  imageUrl: { kind: "image", label: "Lead image", group: "Image" },
  imageAlt: { kind: "text", label: "What the image shows", max: ALT_LENGTH, group: "Image", lines: 2 },
  tags: { kind: "rows", label: "Tags", max: 50, entries: 20, group: "Beside the text" },
  sources: { kind: "rows", label: "Sources", max: 2_500, entries: 100, group: "Beside the text", lines: 4 },
  onProfile: { kind: "flag", label: "Add link to expert's profile page", group: "Beside the text" },
  status: { kind: "choice", label: "Status", choices: ["draft", "published"] },
  scheduledAt: { kind: "time", label: "Publish at" },
} as const satisfies Record<string, Field>;

export type ArticleField = keyof typeof ARTICLE_RECORD;

/** `expert` is the name that readers see, which stays after the expert is deleted; `expertId` links it. */
export type ArticleRecord = RecordOf<typeof ARTICLE_RECORD> & { expertId: string };

export const ARTICLE_FIELDS = Object.keys(ARTICLE_RECORD) as ArticleField[];
export const FORM_FIELDS = namesWhere(ARTICLE_RECORD, ({ group }) => group) as Exclude<
  ArticleField,
  "status" | "scheduledAt"
>[];
export const ARTICLE_LABELS: Record<ArticleField, string> = labelsIn(ARTICLE_RECORD);
/** Fields whose sentences need sources. The text comes first, because it has the footnotes. */
export const SOURCED_ARTICLE_FIELDS = ["body", "excerpt"] as const satisfies ArticleField[];

export const EMPTY_ARTICLE: ArticleRecord = { ...emptyRecord(ARTICLE_RECORD), expertId: "" };

export function articleField(name: ArticleField): Field {
  return ARTICLE_RECORD[name];
}

/** The limit of characters of a form: the limits above add up to 355,000; the rest is for short fields and line ends. */
export const ARTICLE_CHARACTERS = 370_000;

export const MAX_FEATURED = 4;

export function deleteQuestion(title: string): string {
  return `Are you sure you want to delete "${title}"?`;
}

export const DELETE_HINT = "It disappears from the site at once. Admins find it in the trash for 30 days.";

export function articleTypeLabel(type: string): string {
  return ARTICLE_TYPES.find(({ id }) => id === type)?.label ?? type;
}
