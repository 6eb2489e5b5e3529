/** The articles' trash: deleted ones stay there for 30 days (decision D61). */
import { db, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/accounts/admin.server";
import { TRASH_DAYS, TRASH_PAGE_SIZE } from "~/models/experts/trash.server";
import { after } from "~/models/records/updated-at.server";
import { type AdminArticle, articleForAdmin, toAdminArticle } from "./admin-list.server";
import { featuredArticleRows, joinArticlePlace, leaveArticlePlace } from "./featured-positions.server";
import { MOST_FEATURED } from "./fields";
import { lockedArticle, noteArticle, noteRevision } from "./save.server";
import { changeArticle, removeArticle } from "./write.server";

/**
 * Puts an article into the trash: out of every list, the search and its page. Nothing happens when it is there already.
 *
 * @param key the id, or an address the article has or had.
 * @throws AppError "missing".
 */
export async function trashArticle(admin: Admin, key: string): Promise<void> {
  const { rowId } = await articleForAdmin(admin, key);
  await db.transaction().execute(async (tx) => {
    const row = await lockedArticle(tx, rowId);
    if (row.deletedAt) return;
    await leaveArticlePlace(tx, row);
    const at = after(row.updatedAt);
    await changeArticle(tx, row, { deletedAt: at, updatedAt: at });
    await noteRevision(tx, admin, { action: "trashed", row, changed: await lockedArticle(tx, rowId) });
    await noteArticle(tx, admin, "article deleted", row);
  });
}

/**
 * Takes an article out of the trash: as it was, published or not, the place among the featured included while there is
 * room. It is not scheduled any more. Nothing happens when it is not in the trash.
 *
 * @throws AppError "missing".
 */
export async function restoreArticle(admin: Admin, key: string): Promise<AdminArticle> {
  const { rowId } = await articleForAdmin(admin, key);
  return db.transaction().execute(async (tx) => {
    const row = await lockedArticle(tx, rowId);
    if (!row.deletedAt) return toAdminArticle(row);
    const leaving = await tx
      .selectFrom("articleRevisions")
      .select("before")
      .where("articleRowId", "=", rowId)
      .orderBy("rowId", "desc")
      .executeTakeFirst();
    const place: unknown = JSON.parse(leaving?.before ?? "{}").featuredPosition;
    await changeArticle(tx, row, { deletedAt: null });
    const hasRoom = (await featuredArticleRows(tx)).length < MOST_FEATURED;
    if (typeof place === "number" && hasRoom && row.status === "published") await joinArticlePlace(tx, rowId, place);
    const changed = await lockedArticle(tx, rowId);
    await noteRevision(tx, admin, { action: "untrashed", row, changed });
    await noteArticle(tx, admin, "article restored", row);
    return toAdminArticle(changed);
  });
}

/** Removes an article that is in the trash. @throws AppError "missing", or "conflict" when it is not in the trash. */
export async function purgeArticle(admin: Admin, key: string): Promise<void> {
  const { rowId } = await articleForAdmin(admin, key);
  await db.transaction().execute(async (tx) => {
    const row = await lockedArticle(tx, rowId);
    if (!row.deletedAt) throw new AppError("conflict", `“${row.title}” is not in the trash.`);
    await removeArticle(tx, rowId);
    await noteArticle(tx, admin, "article deleted for good", row);
  });
}

const DAY = 24 * 60 * 60_000;
/** The next hour has room for more. */
const MOST_AT_ONCE = 500;

/** Removes what has been in the trash for 30 days: part of the housekeeping. @returns how many. */
export async function purgeOldArticles(): Promise<number> {
  const before = new Date(Date.now() - TRASH_DAYS * DAY).toISOString();
  const over = await readDb
    .selectFrom("articles")
    .select("rowId")
    .where("deletedAt", "<", before)
    .limit(MOST_AT_ONCE)
    .execute();
  for (const { rowId } of over) {
    await db.transaction().execute(async (tx) => {
      const { deletedAt } = await lockedArticle(tx, rowId);
      // Somebody may have restored it since it was found.
      if (deletedAt && deletedAt < before) await removeArticle(tx, rowId);
    });
  }
  return over.length;
}

export interface TrashedArticle {
  id: string;
  title: string;
  type: string;
  expertName: string;
  deletedAt: string;
  /** Who did it; "" when that is not known. */
  deletedBy: string;
  /** Whole days until it goes for good. */
  daysLeft: number;
}

/** One page of the trash, the latest first; and whether there is more. @param page from 1. */
export async function articleTrash(_admin: Admin, page: number): Promise<{ trashed: TrashedArticle[]; more: boolean }> {
  const rows = await readDb
    .selectFrom("articles")
    .select(["id", "title", "type", "expertName", "deletedAt"])
    .select((eb) =>
      eb
        .selectFrom("articleRevisions")
        .select("userName")
        .whereRef("articleRowId", "=", "articles.rowId")
        .orderBy("articleRevisions.rowId", "desc")
        .limit(1)
        .as("deletedBy"),
    )
    .where("deletedAt", "is not", null)
    .orderBy("deletedAt", "desc")
    .limit(TRASH_PAGE_SIZE + 1)
    .offset((page - 1) * TRASH_PAGE_SIZE)
    .execute();
  const trashed = rows.slice(0, TRASH_PAGE_SIZE).map((row) => {
    const deletedAt = row.deletedAt as string;
    const left = TRASH_DAYS - (Date.now() - Date.parse(deletedAt)) / DAY;
    return { ...row, deletedAt, deletedBy: row.deletedBy ?? "", daysLeft: Math.max(0, Math.ceil(left)) };
  });
  return { trashed, more: rows.length > TRASH_PAGE_SIZE };
}
