import type { Queryable } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { MAX_FEATURED } from "~/models/records/articles/fields";
import type { AdminArticleRow } from "~/models/records/articles/record.server";
import {
  type AdminArticle,
  ARTICLES,
  articleRow,
  FEATURED_ARTICLES,
  toAdminArticle,
} from "~/models/records/articles/rows.server";
import { removeArticle } from "~/models/records/articles/write.server";
import { addArticleRevision, changeArticle } from "~/models/records/publish/article-rows.server";
import { addToFeatured, featuredRowIds, removeFromFeatured } from "~/models/records/shared/featured.server";
import { type RestoredRecord, trashOf } from "~/models/records/shared/trash.server";
import { timeAfter } from "~/stored-times";

const articleTrashBin = trashOf(ARTICLES, {
  columns: ["type", "expertName"],
  hide: putInTrash,
  show: takeOut,
  purge: removeArticle,
});

export const {
  trash: trashArticle,
  purge: purgeArticle,
  purgeOld: purgeOldArticles,
  remove: removeArticleForGood,
  page: articleTrash,
} = articleTrashBin;

/** Takes an article out of the trash with its former status, but without its schedule. */
export async function restoreArticle(editor: Editor, key: string): Promise<AdminArticle> {
  return toAdminArticle(await articleTrashBin.restore(editor, key));
}

async function putInTrash(tx: Queryable, editor: Editor | null, rows: AdminArticleRow[]): Promise<void> {
  for (const row of rows) {
    await removeFromFeatured(tx, FEATURED_ARTICLES, [row.rowId]);
    const at = timeAfter(row.updatedAt);
    await changeArticle(tx, row, { deletedAt: at, updatedAt: at });
    await addArticleRevision(tx, editor, { action: "trashed", row, changedRow: await articleRow(tx, row.rowId) });
  }
}

async function takeOut(
  tx: Queryable,
  editor: Editor,
  restoredRecords: RestoredRecord<AdminArticleRow>[],
): Promise<void> {
  for (const { row, position } of restoredRecords) {
    await changeArticle(tx, row, { deletedAt: null });
    const hasRoom = (await featuredRowIds(tx, "articles")).length < MAX_FEATURED;
    if (position !== null && hasRoom && row.status === "published")
      await addToFeatured(tx, FEATURED_ARTICLES, [row.rowId], position);
    await addArticleRevision(tx, editor, { action: "untrashed", row, changedRow: await articleRow(tx, row.rowId) });
  }
}
