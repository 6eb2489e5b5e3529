import { z } from "zod";
import { ARTICLE_RECORD, type ArticleField, articleField, EMPTY_ARTICLE } from "~/models/records/articles/fields";
import type { Field } from "~/models/records/shared/fields";
import { named, time } from "../operation.server";
import { forNewSentences, updatedAt } from "./evidence.server";
import { PublicEvidence } from "./experts.server";

const text = z.string();
const texts = z.array(z.string());

export const ArticleSummary = named(
  "ArticleSummary",
  z.object({
    id: text,
    slug: text,
    title: text,
    type: text.describe("research-insight or expertise-tip."),
    excerpt: text,
    imageUrl: text.nullable(),
    imageAlt: text,
    tags: texts,
    expertName: text,
    expertSlug: text.nullable(),
    aiGenerated: z.boolean(),
    featured: z.boolean(),
    publishedAt: time,
    updatedAt: time,
  }),
);

/** The answer of GET /api/articles/{slug}. */
export const ArticleView = named(
  "ArticleView",
  ArticleSummary.extend({ body: text.describe("Markdown."), sources: texts, evidence: z.array(PublicEvidence) }),
);

const adminFields = {
  id: text,
  slug: text,
  title: text,
  type: text,
  excerpt: text,
  body: text.describe("Markdown."),
  imageUrl: text,
  imageAlt: text,
  tags: texts,
  sources: texts,
  status: text.describe("draft or published."),
  onProfile: z.boolean(),
  expert: z.object({ id: text, name: text }).nullable(),
  expertName: text,
  aiGenerated: z.boolean(),
  aiModel: text,
  featured: z.boolean(),
  scheduledAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
  publishedAt: time.nullable(),
  deletedAt: time.nullable(),
};

export const AdminArticle = named("AdminArticle", z.object(adminFields));
export const AdminArticleView = named(
  "AdminArticleView",
  z.object({ ...adminFields, evidence: z.array(PublicEvidence) }),
);

export const AdminArticleRow = named(
  "AdminArticleRow",
  z.object({
    id: text,
    slug: text,
    title: text,
    type: text,
    status: text,
    excerpt: text,
    expertId: text.nullable(),
    expertName: text,
    aiGenerated: z.boolean(),
    featured: z.boolean(),
    createdAt: time,
    updatedAt: time,
    scheduledAt: time.nullable(),
    publishedAt: time.nullable(),
  }),
);

export const ArticleFigures = z.object({
  total: z.int(),
  published: z.int(),
  featured: z.int(),
  drafts: z.int(),
  researchInsights: z.int(),
  expertiseTips: z.int(),
  inTrash: z.int(),
});

export const FeaturedArticles = z.array(
  z.object({ id: text, slug: text, name: text, title: text, type: text, expertName: text }),
);

export const ARTICLE_TYPE = { type: z.string().optional().describe("research-insight or expertise-tip.") };

const EXPERT_REFERENCE = z
  .union([z.string(), z.looseObject({ id: z.string() })])
  .describe("An ID, an address or a name, or the expert as GET gives it.");

const ArticleFields = articleFields();

export const NewArticle = ArticleFields.extend({ title: z.string().meta({ maxLength: ARTICLE_RECORD.title.max }) });

export const ArticleEdit = ArticleFields.extend({ updatedAt, ...forNewSentences });

export const ARTICLE_EXAMPLE = {
  title: "A title",
  slug: "",
  excerpt: "In short.",
  body: "Text.",
  imageUrl: "",
  imageAlt: "A lab",
  tags: ["sleep"],
  sources: ["A book"],
  type: "research-insight",
  expert: "",
  onProfile: false,
  status: "published",
  scheduledAt: "",
};

/** Returns all fields of the record, each optional. The use case checks the limits, after removing blanks and duplicates. */
function articleFields() {
  const fields = Object.entries(EMPTY_ARTICLE).map(([name, value]) => {
    const { max, entries }: Partial<Field> = name in ARTICLE_RECORD ? articleField(name as ArticleField) : {};
    const limitedText = max ? z.string().meta({ maxLength: max }) : z.string();
    if (Array.isArray(value)) return [name, z.array(limitedText).meta({ maxItems: entries }).optional()];
    if (name === "expert") return [name, EXPERT_REFERENCE.nullish()];
    // Accepts null, because clients send back a draft as they got it, without a time.
    return [name, typeof value === "string" ? limitedText.nullish() : z.boolean().optional()];
  });
  return z.object(Object.fromEntries(fields) as Record<keyof typeof EMPTY_ARTICLE, z.ZodOptional>);
}
