import { z } from "zod";
import { type ArticleRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { ARTICLE_FIELDS, ARTICLE_LABELS } from "~/models/articles/fields";
import { articleRow } from "~/models/articles/rows.server";
import { noteRevision } from "~/models/articles/save.server";
import { articleAt } from "~/models/articles/slug.server";
import { addArticle, changeArticle } from "~/models/articles/write.server";
import { evidenceOfMany } from "~/models/evidence/evidence.server";
import { articleSubject } from "~/models/evidence/subjects.server";
import { EvidenceList, isEvidenceKnown, replaceEvidence } from "~/models/evidence/transfer.server";
import { listUnsupported } from "~/models/evidence/unsupported.server";
import { isMissing, missingSentence, textWithoutMissingImages } from "~/models/images/missing.server";
import { newId } from "~/models/records/ids.server";
import { labelsOf } from "~/models/records/kind";
import { parse } from "~/models/records/validation.server";
import type { Range } from "../batches.server";
import { change } from "../changes.server";
import { type Staged, setState, type Verdict } from "../import-rows.server";
import { expertAt, type Kind, type WriteOptions } from "../kind.server";

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

async function write(tx: Queryable, row: Staged, { admin }: WriteOptions): Promise<void> {
  const step = row.step as ArticleStep;
  const rowId = row.subjectRowId === null ? await add(tx, step) : await edit(tx, admin, row, step);
  for (const slug of step.value.formerSlugs) {
    if ((await articleAt(slug, tx)) !== undefined) continue;
    await tx.insertInto("articleSlugs").values({ slug, articleRowId: rowId }).execute();
  }
  if (step.value.evidence) await replaceEvidence(tx, { articleRowId: rowId }, step.value.evidence);
  const { aiModel, status, scheduledAt } = step.value;
  if (aiModel && (status === "published" || scheduledAt))
    await listUnsupported(tx, articleSubject(await articleRow(tx, rowId)));
  await setState(tx, row, { state: "written", subjectRowId: rowId });
}

async function add(tx: Queryable, { value }: ArticleStep): Promise<number> {
  const { id, slug } = value;
  const taken = await tx.selectFrom("articles").select("id").where("id", "=", id).executeTakeFirst();
  const columns = { ...columnsOf(value), expertRowId: await expertAt(tx, value.expert) };
  return (await addArticle(tx, { ...columns, slug, id: taken ? newId() : id })).rowId;
}

async function edit(tx: Queryable, admin: Admin | null, staged: Staged, { value, slug }: ArticleStep): Promise<number> {
  const row = await articleRow(tx, staged.subjectRowId as number);
  if (row.updatedAt !== staged.basedOn || row.deletedAt) throw new AppError("conflict", CHANGED_MEANWHILE);
  const { expertId: _expertId, ...article } = row;
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...columns } = columnsOf(value);
  const expertRowId = await expertAt(tx, value.expert);
  await changeArticle(tx, article, { ...columns, expertRowId, ...(slug && { slug }) });
  const changed = await articleRow(tx, row.rowId);
  await noteRevision(tx, admin, { action: "edited", row, changed });
  return row.rowId;
}

const CHANGED_MEANWHILE = "Somebody changed it while the import was written.";
