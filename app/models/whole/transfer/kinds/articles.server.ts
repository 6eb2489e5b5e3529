import { z } from "zod";
import type { Queryable } from "~/db.server";
import type { Range } from "~/models/base/input/row-batches.server";
import { parse } from "~/models/base/input/validation.server";
import type { AdminArticleRow } from "~/models/records/articles/record.server";
import { FEATURED_ARTICLES } from "~/models/records/articles/rows.server";
import { articleRowIdAt } from "~/models/records/articles/slug.server";
import { evidenceOfMany } from "~/models/records/evidence/evidence.server";
import { EvidenceList } from "~/models/records/evidence/transfer.server";
import { publish } from "~/models/records/publish/publish.server";
import { setFeatured } from "~/models/records/shared/featured.server";
import type { Kind } from "../kind.server";

const time = z.iso.datetime();
const shortText = z.string().max(500);
/** The schema of an exported article. Fields of later versions have defaults. */
const Article = z.object({
  id: z.string().min(1).max(100),
  slug: z.string().min(1).max(200),
  title: shortText,
  type: shortText,
  status: z.enum(["draft", "published"]),
  expertName: shortText,
  excerpt: z.string().max(10_000),
  body: z.string().max(1_000_000),
  imageUrl: z.string().max(2_048).default(""),
  imageAlt: z.string().max(1_000).default(""),
  tags: z.array(shortText).max(200).default([]),
  sources: z.array(z.string().max(2_500)).max(200),
  onProfile: z.boolean().default(false),
  aiModel: shortText.default(""),
  contentId: shortText.nullable().default(null),
  featuredPosition: z.number().int().positive().nullable().optional(),
  scheduledAt: time.nullable().default(null),
  formerSlugs: z.array(z.string().min(1).max(200)).max(1_000).default([]),
  origin: z.string().max(50),
  createdAt: time,
  updatedAt: time,
  publishedAt: time.nullable(),
  expert: shortText.nullable(),
  evidence: EvidenceList.nullable().default(null),
});

export const articles: Kind = {
  records: { table: "articles", key: "id", texts: ["body", "sources"], read },
  restore(tx) {
    const featuredRowIds = new Map<number, number>();
    return {
      async add(input) {
        const value = parse(Article, input);
        const { rowId } = await add(tx, value);
        if (value.featuredPosition) featuredRowIds.set(value.featuredPosition, rowId);
      },
      end: () => setFeatured(tx, FEATURED_ARTICLES, rowIdsInOrder(featuredRowIds)),
    };
  },
};

function rowIdsInOrder(featuredRowIds: Map<number, number>): number[] {
  return [...featuredRowIds].sort(([first], [second]) => first - second).map(([, rowId]) => rowId);
}

async function read(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("articles")
    .leftJoin("experts", "experts.rowId", "articles.expertRowId")
    .selectAll("articles")
    .select("experts.slug as expert")
    .where("articles.id", ">", String(after))
    .where("articles.id", "<=", String(last))
    .where("articles.deletedAt", "is", null)
    .orderBy("articles.id")
    .execute();
  const rowIds = rows.map(({ rowId }) => rowId);
  const articleSlugs = from.selectFrom("articleSlugs").selectAll().where("articleRowId", "in", rowIds).orderBy("slug");
  const slugs = await articleSlugs.execute();
  const evidence = await evidenceOfMany(from, "articleRowId", rowIds);
  // Leaves out the share token, which is a secret because it opens a draft.
  return rows.map(
    ({ rowId, expertRowId: _, shareToken: _token, deletedAt: _at, tags, sources, onProfile, ...row }) => ({
      ...row,
      tags: JSON.parse(tags),
      sources: JSON.parse(sources),
      onProfile: onProfile === 1,
      formerSlugs: slugs.filter(({ articleRowId }) => articleRowId === rowId).map(({ slug }) => slug),
      evidence: evidence.get(rowId) ?? [],
    }),
  );
}

type Value = z.output<typeof Article>;

async function add(tx: Queryable, value: Value): Promise<AdminArticleRow> {
  const { id, slug, createdAt, updatedAt, evidence, formerSlugs } = value;
  const { row } = await publish(tx, null, "articles", {
    cause: "imported",
    record: { ...(await recordIn(tx, value)), slug },
    article: {
      id,
      aiModel: value.aiModel,
      file: { ...otherValuesIn(value), createdAt, updatedAt },
    },
    sentences: { stored: { evidence } },
  });
  for (const formerSlug of formerSlugs) {
    if ((await articleRowIdAt(formerSlug, tx)) !== undefined) continue;
    await tx.insertInto("articleSlugs").values({ slug: formerSlug, articleRowId: row.rowId }).execute();
  }
  return row;
}

async function recordIn(tx: Queryable, value: Value): Promise<object> {
  const { title, type, status, excerpt, body, imageUrl, imageAlt, tags, sources, onProfile, scheduledAt } = value;
  const fields = { title, type, status, excerpt, body, imageUrl, imageAlt, tags, sources, onProfile };
  const expertId = await expertOf(tx, value.expert);
  return { ...fields, scheduledAt: scheduledAt ?? "", expert: value.expertName, expertId };
}

/** Returns the values that are not fields of the article. */
function otherValuesIn({ aiModel, contentId, origin, publishedAt }: Value) {
  return { aiModel, contentId, origin, publishedAt };
}

async function expertOf(tx: Queryable, slug: string | null): Promise<string> {
  if (!slug) return "";
  const people = tx.selectFrom("slugs").innerJoin("experts", "experts.rowId", "slugs.expertRowId").select("experts.id");
  return (await people.where("slugs.slug", "=", slug).executeTakeFirst())?.id ?? "";
}
