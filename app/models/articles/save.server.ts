import type { ArticleRevisionsTable, Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/accounts/admin.server";
import { evidenceBefore } from "~/models/evidence/evidence.server";
import { refuseStaleEdit } from "~/models/records/edit-conflict.server";
import { leaveFeatured } from "~/models/records/featured.server";
import { labelsOf } from "~/models/records/kind";
import { addRevisions } from "~/models/records/revisions.server";
import { refuseOwnAiArticle } from "~/models/site/four-eyes.server";
import { ARTICLE_FIELDS, ARTICLE_LABELS, type ArticleField, type ArticleRecord, NO_ARTICLE } from "./fields";
import { type AdminArticleRow, changesTo, isSame, recordOf, tidiedArticle } from "./record.server";
import { ARTICLES, articleRow, FEATURED_ARTICLES, noteArticle } from "./rows.server";
import { type ArticleChanges, addArticle, changeArticle } from "./write.server";

type Action = ArticleRevisionsTable["action"];

export interface SaveArticle {
  rowId: number;
  /** All or some fields, unchecked. */
  record: object;
  /** Derived from the change if undefined. */
  action?: Action;
  /** Refuses the write when the article is newer. */
  expectedUpdatedAt?: string;
  /** Stored values keep older, wider limits. */
  known?: boolean;
}

/** Writes changes with revision and audit row; `admin` null means the system. Throws "invalid", "conflict", EditConflict. */
export async function saveArticle(tx: Queryable, editor: Editor | null, save: SaveArticle): Promise<AdminArticleRow> {
  const row = await articleRow(tx, save.rowId);
  if (row.deletedAt) throw new AppError("conflict", `“${row.title}” is in the trash. Restore it first.`);
  const { expectedUpdatedAt } = save;
  await refuseStaleEdit(tx, ARTICLES, row, { expectedUpdatedAt, mine: tidiedArticle(save.record, recordOf(row)) });
  const changes = await changesTo(tx, recordOf(row), save.record, { known: save.known });
  if (Object.keys(changes).length === 0) return row;
  const isGoingPublic = changes.status === "published" || Boolean(changes.scheduledAt);
  if (isGoingPublic && editor) await refuseOwnAiArticle(tx, editor, row);
  if (changes.status === "draft") await leaveFeatured(tx, FEATURED_ARTICLES, row.rowId);
  await changeArticle(tx, row, await columnsOf(tx, changes));
  const changed = await articleRow(tx, row.rowId);
  const action = save.action ?? actionOf(changes);
  const fields = await noteRevision(tx, editor, { action, row, changed });
  await noteArticle(tx, editor, AUDITED[action], changed, action === "edited" ? labelsOf(ARTICLE_LABELS, fields) : "");
  return changed;
}

/** Adds an article with `id` and its first revision. */
export async function insertArticle(
  tx: Queryable,
  editor: Editor,
  { id, record, origin }: { id?: string; record: object; origin: string },
): Promise<AdminArticleRow> {
  const given = { ...NO_ARTICLE, ...(await changesTo(tx, NO_ARTICLE, { title: "", ...record })) };
  if (!given.title) throw new AppError("invalid", "Please enter a title.", { title: "Please enter a title." });
  const { rowId } = await addArticle(tx, {
    ...((await columnsOf(tx, given)) as typeof EMPTY),
    ...(id && { id }),
    origin,
  });
  const changed = await articleRow(tx, rowId);
  await noteRevision(tx, editor, { action: "created", row: null, changed });
  await noteArticle(tx, editor, AUDITED.created, changed);
  return changed;
}

const EMPTY = { title: "", slug: "", type: "", status: "", expertRowId: null, expertName: "", excerpt: "", body: "" };

const AUDITED: Record<Action, string> = {
  created: "article created",
  edited: "article edited",
  published: "article published",
  unpublished: "article unpublished",
  scheduled: "article scheduled",
  restored: "article brought back to an earlier version",
  trashed: "article deleted",
  untrashed: "article restored",
};

function actionOf({ status, scheduledAt }: Partial<ArticleRecord>): Action {
  if (status !== undefined) return status === "published" ? "published" : "unpublished";
  return scheduledAt ? "scheduled" : "edited";
}

async function columnsOf(tx: Queryable, changes: Partial<ArticleRecord>): Promise<ArticleChanges> {
  const { expert, expertId, onProfile, scheduledAt, ...same } = changes;
  return {
    ...same,
    ...(expert !== undefined && { expertName: expert }),
    ...(expertId !== undefined && { expertRowId: expertId ? await rowIdOf(tx, expertId) : null }),
    ...(onProfile !== undefined && { onProfile: Number(onProfile) }),
    ...(scheduledAt !== undefined && { scheduledAt: scheduledAt || null }),
  };
}

/** null for a deleted expert, whose name stays. */
async function rowIdOf(tx: Queryable, id: string): Promise<number | null> {
  const row = await tx.selectFrom("experts").select("rowId").where("id", "=", id).executeTakeFirst();
  return row?.rowId ?? null;
}

/** Writes a revision and gives the differing fields; `row` is the state before, null for a new article. */
export async function noteRevision(
  tx: Queryable,
  editor: Editor | null,
  { action, row, changed }: { action: Action; row: AdminArticleRow | null; changed: AdminArticleRow },
): Promise<ArticleField[]> {
  const [was, is] = [row ? stateOf(row) : stateOf(null), stateOf(changed)];
  const fields = [...ARTICLE_FIELDS, "expertId", "featuredPosition"].filter((field) => !isSame(was[field], is[field]));
  const pick = (from: Record<string, unknown>) => Object.fromEntries(fields.map((field) => [field, from[field]]));
  const revision = {
    rowId: changed.rowId,
    action,
    before: row ? pick(was) : {},
    after: { ...pick(is), ...(row && (await evidenceBefore(tx, { articleRowId: row.rowId }, fields))) },
    at: changed.updatedAt,
  };
  await addRevisions(tx, ARTICLES, editor, [revision]);
  return ARTICLE_FIELDS.filter((field) => fields.includes(field));
}

/** The record with the featured position, for restoring from the trash. */
function stateOf(row: AdminArticleRow | null): Record<string, unknown> {
  return row ? { ...recordOf(row), featuredPosition: row.featuredPosition } : { ...NO_ARTICLE, featuredPosition: null };
}
