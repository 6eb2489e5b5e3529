import type { Queryable } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { forgetSoon } from "~/models/base/forgetting/forgetting.server";
import type { TrashedRecord } from "~/models/base/parts/part";
import { deleteRelatedRows } from "~/models/base/parts/trash.server";
import { kindOf, PUBLIC_KINDS, type RecordTable } from "./public-kinds";

/**
 * Runs every part's steps for a record that is deleted next. Stores its id for clients that follow the changes.
 *
 * @param editor null for the housekeeping.
 */
export async function prepareDeletion(
  tx: Queryable,
  table: RecordTable,
  record: TrashedRecord,
  editor: Editor | null,
): Promise<void> {
  await storeRemovals(tx, table, [record.rowId]);
  await deleteRelatedRows(tx, table, record, editor);
}

/**
 * Stores the ids of records that are deleted or made a draft next, for clients that follow the changes. Nothing else of deleted
 * records remains. Leaves out records that readers have never seen; a profile that is a draft now was stored when it became one.
 */
export async function storeRemovals(tx: Queryable, table: RecordTable, rowIds: number[]): Promise<void> {
  const kind = kindOf(table);
  const rows = await tx
    .selectFrom(table as "experts")
    .select("id")
    .where("rowId", "in", rowIds)
    .where(PUBLIC_KINDS[kind].since as "createdAt", "is not", null)
    .$if(kind === "expert", (experts) => experts.where("state", "=", "public"))
    .execute();
  await forgetSoon(tx);
  if (rows.length === 0) return;
  const at = new Date().toISOString();
  await tx
    .insertInto("removals")
    .values(rows.map(({ id }) => ({ id, kind, at })))
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ at }))
    .execute();
}
