import { z } from "zod";
import { type ArticleRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { isMissing, missingSentence, textWithoutMissingImages } from "~/models/base/uploads/missing.server";
import { type Staged, setState, type Verdict } from "~/models/editing/imports/import-rows.server";
import { ARTICLE_FIELDS, ARTICLE_LABELS } from "~/models/records/articles/fields";
import type { AdminArticleRow } from "~/models/records/articles/record.server";
import { articleAt } from "~/models/records/articles/slug.server";
import { evidenceOfMany } from "~/models/records/evidence/evidence.server";
import { EvidenceList, isEvidenceKnown } from "~/models/records/evidence/transfer.server";
import { publish } from "~/models/records/publish/publish.server";
import { labelsOf } from "~/models/records/shared/kind";
import type { Range } from "../batches.server";
import { change } from "../changes.server";
import type { Kind, WriteOptions } from "../kind.server";

const time = z.iso.datetime();
const short = z.string().max(500);
/** Fields that later versions added have defaults. */
const Article = z.object({
  id: z.string().min(1).max(100),
  slug: z.string().min(1).max(200),
  title: short,
  type: short,
  status: z.enum(["draft", "published"]),
  expertName: short,
  excerpt: z.string().max(10_000),
  body: z.string().max(1_000_000),
  imageUrl: z.string().max(2_048).default(""),
  imageAlt: z.string().max(1_000).default(""),
  tags: z.array(short).max(200).default([]),
  sources: z.array(z.string().max(2_500)).max(200),
  onProfile: z.boolean().default(false),
  aiModel: short.default(""),
  contentId: short.nullable().default(null),
  featuredPosition: z.number().int().positive().nullable().optional(),
  scheduledAt: time.nullable().default(null),
  formerSlugs: z.array(z.string().min(1).max(200)).max(1_000).default([]),
  origin: z.string().max(50),
  createdAt: time,
  updatedAt: time,
  publishedAt: time.nullable(),
  expert: short.nullable(),
  evidence: EvidenceList.nullable().default(null),
});

export const articles: Kind = {
  tables: ["articles", "articleSlugs", "evidence"],
  records: { table: "articles", key: "id", texts: ["body", "sources"], read },
  comparer:
    ({ from }) =>
    (input) =>
      compare(from, input),
  async write(tx, rows, options) {
    for (const row of rows) await write(tx, row, options);
    return rows.length;
  },
  async changes({ step, subjectRowId }) {
    const row = await readDb.selectFrom("articles").selectAll().where("rowId", "=", subjectRowId).executeTakeFirst();
    if (!row) return [];
    const { was, is } = changesTo(row, (step as ArticleStep).value, step as ArticleStep);
    return Object.keys(is).map((field) => change(labelOf(field), was[field], is[field]));
  },
};

function labelOf(field: string): string {
  return ARTICLE_LABELS[field as keyof typeof ARTICLE_LABELS] ?? field;
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
  const found = from.selectFrom("articleSlugs").selectAll().where("articleRowId", "in", rowIds).orderBy("slug");
  const slugs = await found.execute();
  const evidence = await evidenceOfMany(from, "articleRowId", rowIds);
  // The share token opens a draft, so it is a secret.
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

interface ArticleStep {
  kind: "articles";
  value: z.output<typeof Article>;
  /** null keeps the current slug. */
  slug: string | null;
}

const COMPARED = [
  "title",
  "type",
  "status",
  "expertName",
  "excerpt",
  "body",
  "imageUrl",
  "imageAlt",
  "tags",
  "sources",
  "onProfile",
  "aiModel",
  "scheduledAt",
] as const;

/** Finds an article by id or slugs and compares it. Throws "invalid". */
async function compare(from: Queryable, input: unknown): Promise<Verdict> {
  const { value, missing, noImage } = withoutMissing(parse(Article, input));
  const { title: name, featuredPosition } = value;
  const row = await articleMeant(from, value);
  const note = missing ? missingSentence(missing) : "";
  if (!row) {
    const step = { kind: "articles", value, slug: null } as const;
    return { outcome: "new", name, detail: note, step, featuredPosition };
  }
  if (row.deletedAt) throw new AppError("invalid", `“${row.title}” is in the trash.`);
  const slug = value.slug !== row.slug && value.formerSlugs.includes(row.slug) ? value.slug : null;
  const { was, is } = changesTo(row, value, { slug, noImage });
  const target = { rowId: row.rowId, updatedAt: row.updatedAt };
  const { evidence } = value;
  const isKnown = !evidence || (await isEvidenceKnown(from, { articleRowId: row.rowId }, evidence));
  if (Object.keys(is).length === 0 && isKnown)
    return { outcome: "same", name, detail: note, step: null, target, featuredPosition };
  const changed = ARTICLE_FIELDS.filter((field) => field in was);
  const details = [labelsOf(ARTICLE_LABELS, changed), isKnown ? "" : "Sources of sentences", note];
  const detail = details.filter(Boolean).join(". ");
  const kept = noImage ? { ...value, imageUrl: row.imageUrl, imageAlt: row.imageAlt } : value;
  const step = { kind: "articles", value: kept, slug } as const;
  return { outcome: "changed", name, detail, step, target, featuredPosition };
}

/** By id, else by current, then former slugs. */
async function articleMeant(from: Queryable, { id, slug, formerSlugs }: ArticleStep["value"]) {
  const rows = from.selectFrom("articles").selectAll();
  const byId = await rows.where("id", "=", id).executeTakeFirst();
  if (byId) return byId;
  for (const address of [slug, ...formerSlugs]) {
    const rowId = await articleAt(address, from);
    if (rowId !== undefined) return rows.where("rowId", "=", rowId).executeTakeFirst();
  }
  return undefined;
}

function withoutMissing(value: ArticleStep["value"]) {
  const noImage = isMissing(value.imageUrl);
  const { text, missing } = textWithoutMissingImages(value.body);
  const bare = { ...value, body: text, ...(noImage && { imageUrl: "", imageAlt: "" }) };
  return { value: bare, noImage, missing: missing + Number(noImage) };
}

function changesTo(
  row: ArticleRow,
  value: ArticleStep["value"],
  { slug, noImage }: { slug: string | null; noImage?: boolean },
) {
  const stored: Record<string, unknown> = { ...row, tags: JSON.parse(row.tags), sources: JSON.parse(row.sources) };
  const columns: Record<string, unknown> = columnsOf(value);
  const kept = noImage ? ["imageUrl", "imageAlt"] : [];
  const fields = COMPARED.filter(
    (field) => !kept.includes(field) && JSON.stringify(stored[field]) !== JSON.stringify(columns[field]),
  );
  const pick = (from: Record<string, unknown>) => Object.fromEntries(fields.map((field) => [field, from[field]]));
  return {
    was: { ...pick(stored), ...(slug && { slug: row.slug }) } as Record<string, unknown>,
    is: { ...pick(columns), ...(slug && { slug }) } as Record<string, unknown>,
  };
}

function columnsOf(value: ArticleStep["value"]) {
  const { id: _id, slug: _slug, expert: _expert, formerSlugs: _former, featuredPosition: _place, ...more } = value;
  const { evidence: _evidence, ...rest } = more;
  return { ...rest, onProfile: Number(value.onProfile) };
}

/** Throws "conflict" when the article changed meanwhile. */
async function write(tx: Queryable, row: Staged, { admin }: WriteOptions): Promise<void> {
  const { value, slug } = row.step as ArticleStep;
  const { rowId } = await (row.subjectRowId === null
    ? add(tx, admin, value)
    : edit(tx, admin, row.subjectRowId, { value, slug, expectedUpdatedAt: row.basedOn ?? undefined }));
  for (const former of value.formerSlugs) {
    if ((await articleAt(former, tx)) !== undefined) continue;
    await tx.insertInto("articleSlugs").values({ slug: former, articleRowId: rowId }).execute();
  }
  await setState(tx, row, { state: "written", subjectRowId: rowId });
}

type Value = ArticleStep["value"];

async function add(tx: Queryable, admin: Admin | null, value: Value): Promise<AdminArticleRow> {
  const { slug, createdAt, updatedAt, evidence } = value;
  const taken = await tx.selectFrom("articles").select("id").where("id", "=", value.id).executeTakeFirst();
  const { row } = await publish(tx, admin, "articles", {
    cause: "imported",
    record: { ...(await recordIn(tx, value)), slug },
    article: {
      id: taken ? newId() : value.id,
      aiModel: value.aiModel,
      file: { ...besideIn(value), createdAt, updatedAt },
    },
    sentences: { known: { evidence } },
  });
  return row;
}

interface Changed {
  value: Value;
  slug: string | null;
  expectedUpdatedAt: string | undefined;
}

async function edit(
  tx: Queryable,
  admin: Admin | null,
  rowId: number,
  { value, slug, expectedUpdatedAt }: Changed,
): Promise<AdminArticleRow> {
  const { row } = await publish(tx, admin, "articles", {
    cause: "imported",
    rowId,
    record: { ...(await recordIn(tx, value)), ...(slug && { slug }) },
    expectedUpdatedAt,
    article: { aiModel: value.aiModel, file: besideIn(value) },
    sentences: { known: { evidence: value.evidence } },
  });
  return row;
}

async function recordIn(tx: Queryable, value: Value): Promise<object> {
  const { title, type, status, excerpt, body, imageUrl, imageAlt, tags, sources, onProfile, scheduledAt } = value;
  const fields = { title, type, status, excerpt, body, imageUrl, imageAlt, tags, sources, onProfile };
  const expertId = await expertOf(tx, value.expert);
  return { ...fields, scheduledAt: scheduledAt ?? "", expert: value.expertName, expertId };
}

/** What stands in no field. */
function besideIn({ aiModel, contentId, origin, publishedAt }: Value) {
  return { aiModel, contentId, origin, publishedAt };
}

async function expertOf(tx: Queryable, slug: string | null): Promise<string> {
  if (!slug) return "";
  const named = tx.selectFrom("slugs").innerJoin("experts", "experts.rowId", "slugs.expertRowId").select("experts.id");
  return (await named.where("slugs.slug", "=", slug).executeTakeFirst())?.id ?? "";
}
