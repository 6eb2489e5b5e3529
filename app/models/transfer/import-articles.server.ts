/** The articles of an import: those that are new, those that changed, and their places among the featured. */
import { z } from "zod";
import { type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { newId } from "~/ids.server";
import type { Admin } from "~/models/accounts/admin.server";
import { featuredArticleRows, joinArticlePlace } from "~/models/articles/featured-positions.server";
import { MOST_FEATURED } from "~/models/articles/fields";
import { lockedArticle, noteRevision } from "~/models/articles/save.server";
import { articleAt } from "~/models/articles/slug.server";
import { addArticle, changeArticle } from "~/models/articles/write.server";
import { parse } from "~/validation.server";
import type { Verdict } from "./import-check.server";
import { changedMeanwhile } from "./import-experts.server";

const time = z.iso.datetime();
const short = z.string().max(500);
/** What came later than the first exports has a default. */
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
  featuredPosition: z.number().int().positive().nullable().default(null),
  scheduledAt: time.nullable().default(null),
  formerSlugs: z.array(z.string().min(1).max(200)).max(1_000).default([]),
  origin: z.string().max(50),
  createdAt: time,
  updatedAt: time,
  publishedAt: time.nullable(),
  expert: short.nullable(),
});

export interface ArticleStep {
  kind: "articles";
  /** null for a new one. */
  rowId: number | null;
  /** What the change was made from: if it is another by then, nothing is imported. */
  presentUpdatedAt: string;
  value: z.output<typeof Article>;
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

/** What becomes of an article of an export, which is known by its address. @throws AppError "invalid". */
export async function checkArticle(input: unknown): Promise<Verdict> {
  const value = parse(Article, input);
  const name = value.title;
  const rowId = await articleAt(value.slug);
  if (rowId === undefined) {
    const step = { kind: "articles", rowId: null, presentUpdatedAt: "", value } as const;
    return { outcome: "new", name, detail: "", step };
  }
  const row = await readDb.selectFrom("articles").selectAll().where("rowId", "=", rowId).executeTakeFirstOrThrow();
  if (row.deletedAt) throw new AppError("invalid", `“${row.title}” is in the trash.`);
  const columns = columnsOf(value);
  const stored = { ...row, tags: JSON.parse(row.tags), sources: JSON.parse(row.sources) };
  const changed: string[] = COMPARED.filter(
    (field) => JSON.stringify(stored[field]) !== JSON.stringify(columns[field]),
  );
  if (value.featuredPosition !== null && row.featuredPosition === null && (await hasRoom(readDb)))
    changed.push("featured");
  if (changed.length === 0) return { outcome: "same", name, detail: "", step: null };
  const step = { kind: "articles", rowId, presentUpdatedAt: row.updatedAt, value } as const;
  return { outcome: "changed", name, detail: changed.join(", "), step };
}

/** The columns that a record fills as it is. */
function columnsOf(value: ArticleStep["value"]) {
  const { id: _id, slug: _slug, expert: _expert, formerSlugs: _former, featuredPosition: _place, ...rest } = value;
  return { ...rest, onProfile: Number(value.onProfile) };
}

async function hasRoom(from: Queryable): Promise<boolean> {
  return (await featuredArticleRows(from)).length < MOST_FEATURED;
}

export class ArticlesWriter {
  private readonly featured: { place: number; rowId: number }[] = [];

  constructor(
    private readonly tx: Queryable,
    private readonly admin: Admin,
  ) {}

  /** @throws AppError "conflict" when somebody changed meanwhile what would be overwritten. */
  async write(step: ArticleStep): Promise<void> {
    const rowId = step.rowId === null ? await this.add(step) : await this.change(step.rowId, step);
    const { featuredPosition, formerSlugs } = step.value;
    if (featuredPosition !== null) this.featured.push({ place: featuredPosition, rowId });
    for (const slug of formerSlugs) {
      if ((await articleAt(slug, this.tx)) !== undefined) continue;
      await this.tx.insertInto("articleSlugs").values({ slug, articleRowId: rowId }).execute();
    }
  }

  /** Features what was featured where it comes from, in that order, after what is featured here, while there is room. */
  async feature(): Promise<void> {
    this.featured.sort((a, b) => a.place - b.place);
    for (const { rowId } of this.featured) {
      const row = await lockedArticle(this.tx, rowId);
      if (row.featuredPosition !== null || row.status !== "published" || !(await hasRoom(this.tx))) continue;
      await joinArticlePlace(this.tx, rowId);
    }
  }

  private async add({ value }: ArticleStep): Promise<number> {
    const { id, slug } = value;
    const taken = await this.tx.selectFrom("articles").select("id").where("id", "=", id).executeTakeFirst();
    const columns = { ...columnsOf(value), expertRowId: await this.expertOf(value.expert) };
    return (await addArticle(this.tx, { ...columns, slug, id: taken ? newId() : id })).rowId;
  }

  private async change(rowId: number, { value, presentUpdatedAt }: ArticleStep): Promise<number> {
    const row = await lockedArticle(this.tx, rowId);
    if (row.updatedAt !== presentUpdatedAt || row.deletedAt) throw changedMeanwhile();
    const { expertId: _expertId, ...article } = row;
    const { createdAt: _createdAt, updatedAt: _updatedAt, ...columns } = columnsOf(value);
    await changeArticle(this.tx, article, { ...columns, expertRowId: await this.expertOf(value.expert) });
    const changed = await lockedArticle(this.tx, rowId);
    await noteRevision(this.tx, this.admin, { action: "edited", row, changed });
    return rowId;
  }

  private async expertOf(slug: string | null): Promise<number | null> {
    if (!slug) return null;
    const row = await this.tx.selectFrom("slugs").select("expertRowId").where("slug", "=", slug).executeTakeFirst();
    return row?.expertRowId ?? null;
  }
}
