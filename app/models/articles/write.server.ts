import type { Insertable, Updateable } from "kysely";
import { type ArticleRow, type ArticlesTable, indexWords, type Queryable, unindexWords } from "~/db.server";
import { publishForSearch } from "~/models/experts/publish.server";
import { newId } from "~/models/records/ids.server";
import { noteRemovals } from "~/models/records/removals.server";
import { timeAfter } from "~/models/records/revisions.server";
import { articleSlug } from "./slug.server";

export { articleSlug } from "./slug.server";

/** JSON in the table, lists here. */
interface Lists {
  tags: string[];
  sources: string[];
}

/** Defaults: a slug from the title, no sources, times of now. */
export type NewArticle = Omit<
  Insertable<ArticlesTable>,
  "rowId" | "id" | "slug" | "tags" | "sources" | "createdAt" | "updatedAt" | "publishedAt"
> &
  Partial<Lists & Pick<ArticleRow, "id" | "slug" | "createdAt" | "updatedAt" | "publishedAt">>;

export type ArticleChanges = Omit<Updateable<ArticlesTable>, "rowId" | "tags" | "sources"> & Partial<Lists>;

/** Adds an article with search entry; a taken slug becomes `slug-2`. A published one gets `publishedAt`. */
export async function addArticle(tx: Queryable, fields: NewArticle): Promise<ArticleRow> {
  const now = new Date().toISOString();
  const { tags = [], sources = [], slug, ...rest } = fields;
  const added = await tx
    .insertInto("articles")
    .values({
      id: newId(),
      createdAt: now,
      updatedAt: now,
      ...rest,
      ...placesOf({ featuredPosition: null, scheduledAt: null, deletedAt: null, ...rest }),
      slug: await articleSlug(tx, slug || rest.title),
      tags: JSON.stringify(tags),
      sources: JSON.stringify(sources),
      publishedAt: rest.publishedAt ?? (rest.status === "published" ? now : null),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await index(tx, added);
  await publishAboutExperts(tx, [added]);
  return added;
}

/** Updates the row and redirects its old slug; position and share link keep `updatedAt`. */
export async function changeArticle(tx: Queryable, article: ArticleRow, changes: ArticleChanges): Promise<ArticleRow> {
  const { rowId } = article;
  const { tags, sources, slug: wanted, ...rest } = changes;
  const slug = wanted && wanted !== article.slug ? await articleSlug(tx, wanted, { except: rowId }) : article.slug;
  const row = {
    ...rest,
    slug,
    ...(tags && { tags: JSON.stringify(tags) }),
    ...(sources && { sources: JSON.stringify(sources) }),
  };
  const next = { ...article, ...row };
  const isWriting = Object.keys(changes).some((column) => !BESIDE_THE_TEXT.has(column));
  const changed = await tx
    .updateTable("articles")
    .set({
      ...row,
      ...placesOf(next),
      publishedAt: next.publishedAt ?? (next.status === "published" ? new Date().toISOString() : null),
      ...(isWriting && { updatedAt: changes.updatedAt ?? timeAfter(article.updatedAt) }),
    })
    .where("rowId", "=", rowId)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (slug !== article.slug) await leaveAddress(tx, article, slug);
  if (isWriting) await index(tx, changed);
  if (SEARCHED.some((column) => changed[column] !== article[column])) await publishAboutExperts(tx, [article, changed]);
  return changed;
}

/** On them depends where the search for experts knows the article. */
const SEARCHED = ["title", "status", "deletedAt", "expertRowId"] as const;

/** An expert is found by the titles of published articles, too. */
async function publishAboutExperts(tx: Queryable, articles: ArticleRow[]): Promise<void> {
  const isShown = ({ status, deletedAt }: ArticleRow) => status === "published" && deletedAt === null;
  const experts = articles.filter(isShown).flatMap(({ expertRowId }) => expertRowId ?? []);
  if (experts.length > 0) await publishForSearch(tx, [...new Set(experts)]);
}

const BESIDE_THE_TEXT = new Set(["featuredPosition", "shareToken"]);

/** Deletes the article with its slugs, history and drafts. */
export async function removeArticle(tx: Queryable, rowId: number): Promise<void> {
  await unindexWords(tx, "articleSearch", rowId);
  await noteRemovals(tx, "articles", [rowId]);
  await tx.deleteFrom("articles").where("rowId", "=", rowId).execute();
}

function placesOf({
  status,
  deletedAt,
  featuredPosition,
  scheduledAt,
}: Pick<ArticleRow, "status" | "deletedAt" | "featuredPosition" | "scheduledAt">) {
  const isPublic = status === "published" && deletedAt === null;
  return {
    featuredPosition: isPublic ? featuredPosition : null,
    scheduledAt: status === "draft" && deletedAt === null ? scheduledAt : null,
  };
}

async function leaveAddress(tx: Queryable, { rowId, slug: former }: ArticleRow, slug: string): Promise<void> {
  await tx.deleteFrom("articleSlugs").where("slug", "=", slug).execute();
  await tx.insertInto("articleSlugs").values({ slug: former, articleRowId: rowId }).execute();
}

/** Index words that restrict a search; see `searchWords`. */
export const SCOPES = { kept: "kept", trash: "trash" } as const;

/** As one index word: "researchinsight". */
export function scopeWord(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "");
}

/** After a change of the expert's name. */
export async function indexArticlesAbout(tx: Queryable, expertRowId: number): Promise<void> {
  const articles = await tx.selectFrom("articles").selectAll().where("expertRowId", "=", expertRowId).execute();
  for (const article of articles) await index(tx, article);
}

/** The scope is "trash", or "kept" with the status; and the type. */
async function index(tx: Queryable, article: ArticleRow): Promise<void> {
  const { rowId, title, excerpt, body, tags, status, type, deletedAt } = article;
  const text = [title, excerpt, body, await shownName(tx, article), ...(JSON.parse(tags) as string[])].join("\n");
  const state = deletedAt === null ? [SCOPES.kept, scopeWord(status)] : [SCOPES.trash];
  await indexWords(tx, "articleSearch", { rowId, text, scope: [...state, scopeWord(type)] });
}

async function shownName(tx: Queryable, { expertRowId, expertName }: ArticleRow): Promise<string> {
  if (expertRowId === null) return expertName;
  const expert = tx.selectFrom("experts").select("name").where("rowId", "=", expertRowId);
  return (await expert.executeTakeFirst())?.name ?? expertName;
}
