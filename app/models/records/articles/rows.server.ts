import { type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { type AuditEntry, audit } from "~/models/base/audit/audit.server";
import { sortByRowIds } from "~/models/base/input/paging.server";
import type { FeaturedKind } from "~/models/records/shared/featured.server";
import type { RecordKind } from "~/models/records/shared/kind";
import { ARTICLE_LABELS, type ArticleField, articleTypeLabel, EMPTY_ARTICLE, MAX_FEATURED } from "./fields";
import { type AdminArticleRow, isSame, recordOf } from "./record.server";
import { articleRowIdAt } from "./slug.server";

/** The article that the JSON calls return. */
export interface AdminArticle extends Omit<ReturnType<typeof recordOf>, "expert" | "expertId" | "scheduledAt"> {
  id: string;
  expert: { id: string; name: string } | null;
  /** The name stays after the expert is deleted; "" for none. */
  expertName: string;
  /** Says whether readers see a note that AI wrote it. */
  aiGenerated: boolean;
  aiModel: string;
  featured: boolean;
  scheduledAt: string | null;
  createdAt: string;
  updatedAt: string;
  publishedAt: string | null;
  deletedAt: string | null;
}

export function toAdminArticle(row: AdminArticleRow): AdminArticle {
  const { expert: _expert, expertId, ...record } = recordOf(row);
  const { id, expertName, aiModel, scheduledAt, createdAt, updatedAt, publishedAt, deletedAt } = row;
  return {
    id,
    ...record,
    expert: expertId ? { id: expertId, name: expertName } : null,
    expertName,
    aiModel,
    scheduledAt,
    createdAt,
    updatedAt,
    publishedAt,
    deletedAt,
    aiGenerated: aiModel !== "",
    featured: row.featuredPosition !== null,
  };
}

/** Finds an article by id, slug or former slug, also in the trash. Throws "missing". */
export async function articleForAdmin(
  _editor: Editor,
  key: string,
  from: Queryable = readDb,
): Promise<AdminArticleRow> {
  const byId = await from.selectFrom("articles").select("rowId").where("id", "=", key).executeTakeFirst();
  return articleRow(from, byId?.rowId ?? (await articleRowIdAt(key.toLowerCase(), from)) ?? 0);
}

/** Throws "missing". */
export async function articleRow(from: Queryable, rowId: number): Promise<AdminArticleRow> {
  const [row] = await articleRows(from, [rowId]);
  if (!row) throw new AppError("missing", "There is no such article.");
  return row;
}

async function articleRows(from: Queryable, rowIds: number[]): Promise<AdminArticleRow[]> {
  const rows = await from
    .selectFrom("articles")
    .leftJoin("experts", "experts.rowId", "articles.expertRowId")
    .selectAll("articles")
    .select("experts.id as expertId")
    .where("articles.rowId", "in", rowIds)
    .execute();
  return sortByRowIds(rows, rowIds);
}

export function auditArticle(
  tx: Queryable,
  editor: Editor | null,
  action: string,
  { id, title }: { id: string; title: string },
  detail = "",
): Promise<void> {
  return audit(tx, editor, entryOf(action, { id, title }, detail));
}

function entryOf(action: string, { id, title }: { id: string; title: string }, detail = ""): AuditEntry {
  return { action, subjectKind: "article", subjectId: id, subjectName: title, detail };
}

export const ARTICLES: RecordKind<AdminArticleRow, ArticleField> = {
  noun: "article",
  table: "articles",
  revisions: "articleRevisions",
  owner: "articleRowId",
  labels: ARTICLE_LABELS,
  nameOf: ({ title }) => `“${title}”`,
  recordOf,
  isSame,
  valueFormatter: async () => (field, input) => {
    const value = input ?? EMPTY_ARTICLE[field];
    if (typeof value === "boolean") return value ? "Yes" : "No";
    if (field === "type") return articleTypeLabel(String(value));
    if (field === "scheduledAt") return value ? `${String(value).slice(0, 16).replace("T", " ")} UTC` : "";
    return value as string | string[];
  },
  find: articleForAdmin,
  row: articleRow,
  rows: articleRows,
  entry: entryOf,
};

export const FEATURED_ARTICLES = {
  table: "articles" as const,
  plural: "articles",
  limit: MAX_FEATURED,
  rows: (from: Queryable) =>
    from
      .selectFrom("articles")
      .select(["rowId", "id", "slug", "title", "title as name", "type", "expertName"])
      .where("featuredPosition", "is not", null)
      .orderBy("featuredPosition")
      .orderBy("rowId")
      .execute(),
} satisfies FeaturedKind<unknown>;
