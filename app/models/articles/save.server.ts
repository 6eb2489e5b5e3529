/** Changing articles at the desk: the one write behind editing, publishing, restoring and the trash, with its history. */
import type { ArticleRevisionsTable, Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { audit, nameOf } from "~/models/site/audit.server";
import { staleArticle } from "./edit-conflict.server";
import { leaveArticlePlace } from "./featured-positions.server";
import { ARTICLE_FIELDS, type ArticleRecord, articleLabels } from "./fields";
import { type AdminArticleRow, changesTo, isSame, NO_ARTICLE, recordOf } from "./record.server";
import { type ArticleChanges, addArticle, changeArticle } from "./write.server";

type Action = ArticleRevisionsTable["action"];

export interface SaveArticle {
  rowId: number;
  /** Some fields of the record or all of them, as they were sent. */
  record: object;
  /** Left out: what the change amounts to. */
  action?: Action;
  /** The `updatedAt` that the change was made from: an article that is newer is left alone (decision D29). */
  expectedUpdatedAt?: string;
  /** What was stored before, here or elsewhere: limits of editing do not hold for it. */
  known?: boolean;
}

/**
 * Writes what differs from the present record, with its revision and its line in the audit log; nothing when nothing
 * differs. Who is no longer published loses the place among the featured (decision D62).
 *
 * @param admin null for what no person did.
 * @throws AppError "missing"; "invalid" (see `changesTo`); "conflict" in the trash; `EditConflict` when somebody else was
 *   faster.
 */
export async function saveArticle(tx: Queryable, admin: Admin | null, save: SaveArticle): Promise<AdminArticleRow> {
  const row = await lockedArticle(tx, save.rowId);
  if (row.deletedAt) throw new AppError("conflict", `“${row.title}” is in the trash. Restore it first.`);
  if (save.expectedUpdatedAt !== undefined && save.expectedUpdatedAt !== row.updatedAt)
    throw await staleArticle(tx, row, save.expectedUpdatedAt, save.record);
  const changes = await changesTo(tx, recordOf(row), save.record, { known: save.known });
  if (Object.keys(changes).length === 0) return row;
  if (changes.status === "draft") await leaveArticlePlace(tx, row);
  await changeArticle(tx, row, await columnsOf(tx, changes));
  const changed = await lockedArticle(tx, row.rowId);
  const action = save.action ?? actionOf(changes);
  const fields = await noteRevision(tx, admin, { action, row, changed });
  await noteArticle(tx, admin, DEEDS[action], changed, action === "edited" ? articleLabels(fields) : "");
  return changed;
}

/** Adds an article from a record, with the beginning of its history. @param id the one it gets. */
export async function insertArticle(
  tx: Queryable,
  admin: Admin,
  { id, record, origin }: { id?: string; record: object; origin: string },
): Promise<AdminArticleRow> {
  const given = { ...NO_ARTICLE, ...(await changesTo(tx, NO_ARTICLE, { title: "", ...record })) };
  if (!given.title) throw new AppError("invalid", "Please enter a title.", { title: "Please enter a title." });
  const { rowId } = await addArticle(tx, {
    ...((await columnsOf(tx, given)) as typeof EMPTY),
    ...(id && { id }),
    origin,
  });
  const changed = await lockedArticle(tx, rowId);
  await noteRevision(tx, admin, { action: "created", row: null, changed });
  await noteArticle(tx, admin, DEEDS.created, changed);
  return changed;
}

/** What `addArticle` needs at least; `columnsOf` a whole record gives all of it. */
const EMPTY = { title: "", slug: "", type: "", status: "", expertRowId: null, expertName: "", excerpt: "", body: "" };

const DEEDS: Record<Action, string> = {
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

/**
 * The row, with the right to write it: from here on no other process can change it before the transaction ends.
 *
 * @throws AppError "missing".
 */
export async function lockedArticle(tx: Queryable, rowId: number): Promise<AdminArticleRow> {
  const row = await tx
    .updateTable("articles")
    .set((eb) => ({ updatedAt: eb.ref("updatedAt") }))
    .where("rowId", "=", rowId)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError("missing", "There is no such article.");
  return withExpert(tx, row);
}

/** The row with the id of its expert. */
export async function withExpert(from: Queryable, row: Omit<AdminArticleRow, "expertId">): Promise<AdminArticleRow> {
  if (row.expertRowId === null) return { ...row, expertId: null };
  const expert = await from.selectFrom("experts").select("id").where("rowId", "=", row.expertRowId).executeTakeFirst();
  return { ...row, expertId: expert?.id ?? null };
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

/** null for somebody who is gone: the name stays. */
async function rowIdOf(tx: Queryable, id: string): Promise<number | null> {
  const row = await tx.selectFrom("experts").select("rowId").where("id", "=", id).executeTakeFirst();
  return row?.rowId ?? null;
}

/**
 * Notes in the history what became of an article. @param row as it was; null for a new one. @returns the fields that
 * differ.
 */
export async function noteRevision(
  tx: Queryable,
  admin: Admin | null,
  { action, row, changed }: { action: Action; row: AdminArticleRow | null; changed: AdminArticleRow },
): Promise<string[]> {
  const [was, is] = [row ? stateOf(row) : stateOf(null), stateOf(changed)];
  const fields = [...ARTICLE_FIELDS, "expertId", "featuredPosition"].filter((field) => !isSame(was[field], is[field]));
  const pick = (from: Record<string, unknown>) => JSON.stringify(Object.fromEntries(fields.map((f) => [f, from[f]])));
  await tx
    .insertInto("articleRevisions")
    .values({
      articleRowId: changed.rowId,
      action,
      before: row ? pick(was) : "{}",
      after: pick(is),
      at: changed.updatedAt,
      userId: admin?.id ?? null,
      userName: admin ? nameOf(admin) : "",
    })
    .execute();
  return fields;
}

/** The record, and the place among the featured: what the trash gives back. */
function stateOf(row: AdminArticleRow | null): Record<string, unknown> {
  return row ? { ...recordOf(row), featuredPosition: row.featuredPosition } : { ...NO_ARTICLE, featuredPosition: null };
}

/** Notes in the audit log what was done to an article. */
export function noteArticle(
  tx: Queryable,
  admin: Admin | null,
  action: string,
  { id, title }: { id: string; title: string },
  detail = "",
): Promise<void> {
  return audit(tx, admin, { action, subjectKind: "article", subjectId: id, subjectName: title, detail });
}
