/** Reads and writes rows of articles. Only `publish` uses this file. */
import type { Insertable, Updateable } from "kysely";
import type { ArticleRevisionsTable, ArticleRow, ArticlesTable, Queryable } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { ARTICLE_FIELDS, type ArticleField, EMPTY_ARTICLE } from "~/models/records/articles/fields";
import { type AdminArticleRow, isSame, recordOf } from "~/models/records/articles/record.server";
import { ARTICLES } from "~/models/records/articles/rows.server";
import { articleSlug } from "~/models/records/articles/slug.server";
import { indexArticle } from "~/models/records/articles/write.server";
import { publishForSearch } from "~/models/records/directory/publish.server";
import { evidenceOfFields } from "~/models/records/evidence/evidence.server";
import { addRevisions } from "~/models/records/shared/revisions.server";
import { timeAfter } from "~/stored-times";

type Action = ArticleRevisionsTable["action"];

/** Lists that the table stores as JSON. */
interface Lists {
  tags: string[];
  sources: string[];
}

/** An article to add. Defaults: a slug from the title, no tags and sources, the present time. */
export type NewArticle = Omit<
  Insertable<ArticlesTable>,
  "rowId" | "id" | "slug" | "tags" | "sources" | "createdAt" | "updatedAt" | "publishedAt"
> &
  Partial<Lists & Pick<ArticleRow, "id" | "slug" | "createdAt" | "updatedAt" | "publishedAt">>;

export type ArticleChanges = Omit<Updateable<ArticlesTable>, "rowId" | "tags" | "sources"> & Partial<Lists>;

/** Adds an article with its search entry. A taken slug becomes `slug-2`; a published article gets `publishedAt`. */
export async function addArticle(tx: Queryable, fields: NewArticle): Promise<ArticleRow> {
  const now = new Date().toISOString();
  const { tags = [], sources = [], slug, ...otherFields } = fields;
  const addedRow = await tx
    .insertInto("articles")
    .values({
      id: newId(),
      createdAt: now,
      updatedAt: now,
      ...otherFields,
      ...positionAndSchedule({ featuredPosition: null, scheduledAt: null, deletedAt: null, ...otherFields }),
      slug: await articleSlug(tx, slug || otherFields.title),
      tags: JSON.stringify(tags),
      sources: JSON.stringify(sources),
      publishedAt: otherFields.publishedAt ?? (otherFields.status === "published" ? now : null),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await indexArticle(tx, addedRow);
  await publishAboutExperts(tx, [addedRow]);
  return addedRow;
}

/** Updates the row and redirects its old slug; position and share link keep `updatedAt`. A published article loses its share link. */
export async function changeArticle(tx: Queryable, article: ArticleRow, changes: ArticleChanges): Promise<ArticleRow> {
  const { rowId } = article;
  const { tags, sources, slug: wantedSlug, ...otherFields } = changes;
  const slug =
    wantedSlug && wantedSlug !== article.slug ? await articleSlug(tx, wantedSlug, { except: rowId }) : article.slug;
  const row = {
    ...otherFields,
    slug,
    ...(tags && { tags: JSON.stringify(tags) }),
    ...(sources && { sources: JSON.stringify(sources) }),
  };
  const newRow = { ...article, ...row };
  const isEdit = Object.keys(changes).some((column) => !UNDATED_COLUMNS.has(column));
  const changedRow = await tx
    .updateTable("articles")
    .set({
      ...row,
      ...positionAndSchedule(newRow),
      ...([article, newRow].some(({ status }) => status === "published") && { shareToken: "" }),
      publishedAt: newRow.publishedAt ?? (newRow.status === "published" ? new Date().toISOString() : null),
      ...(isEdit && { updatedAt: changes.updatedAt ?? timeAfter(article.updatedAt) }),
    })
    .where("rowId", "=", rowId)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (slug !== article.slug) await keepFormerSlug(tx, article, slug);
  if (isEdit) await indexArticle(tx, changedRow);
  if (SEARCHED_COLUMNS.some((column) => changedRow[column] !== article[column]))
    await publishAboutExperts(tx, [article, changedRow]);
  return changedRow;
}

/** Fields that decide under which experts search finds the article. */
const SEARCHED_COLUMNS = ["title", "status", "deletedAt", "expertRowId"] as const;

/** Renews the search entries of experts, who are also found by the titles of published articles. */
async function publishAboutExperts(tx: Queryable, articles: ArticleRow[]): Promise<void> {
  const isShown = ({ status, deletedAt }: ArticleRow) => status === "published" && deletedAt === null;
  const experts = articles.filter(isShown).flatMap(({ expertRowId }) => expertRowId ?? []);
  if (experts.length > 0) await publishForSearch(tx, [...new Set(experts)]);
}

const UNDATED_COLUMNS = new Set(["featuredPosition", "shareToken"]);

function positionAndSchedule({
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

async function keepFormerSlug(tx: Queryable, { rowId, slug: formerSlug }: ArticleRow, slug: string): Promise<void> {
  await tx.deleteFrom("articleSlugs").where("slug", "=", slug).execute();
  await tx.insertInto("articleSlugs").values({ slug: formerSlug, articleRowId: rowId }).execute();
}

/** Writes a revision and returns the fields that differ. `row` is the state before, null for a new article. */
export async function addArticleRevision(
  tx: Queryable,
  editor: Editor | null,
  { action, row, changedRow }: { action: Action; row: AdminArticleRow | null; changedRow: AdminArticleRow },
): Promise<ArticleField[]> {
  const [formerState, newState] = [row ? stateOf(row) : stateOf(null), stateOf(changedRow)];
  const fields = [...ARTICLE_FIELDS, "expertId", "featuredPosition"].filter(
    (field) => !isSame(formerState[field], newState[field]),
  );
  const pick = (from: Record<string, unknown>) => Object.fromEntries(fields.map((field) => [field, from[field]]));
  const revision = {
    rowId: changedRow.rowId,
    action,
    before: row ? pick(formerState) : {},
    after: { ...pick(newState), ...(row && (await evidenceOfFields(tx, { articleRowId: row.rowId }, fields))) },
    at: changedRow.updatedAt,
  };
  await addRevisions(tx, ARTICLES, editor, [revision]);
  return ARTICLE_FIELDS.filter((field) => fields.includes(field));
}

/** Returns the record with the featured position, for restoring it from the trash. */
function stateOf(row: AdminArticleRow | null): Record<string, unknown> {
  return row
    ? { ...recordOf(row), featuredPosition: row.featuredPosition }
    : { ...EMPTY_ARTICLE, featuredPosition: null };
}
