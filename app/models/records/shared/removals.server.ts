import type { Queryable } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { forgetSoon } from "~/models/base/forgetting/forgetting.server";
import type { TrashedRecord } from "~/models/base/parts/part";
import { endRows } from "~/models/base/parts/trash.server";
import { kindOf, type RecordTable } from "./public-kinds";

/**
 * Carries out what parts answer about a record that is deleted next, and keeps its id for those who follow the changes.
 *
 * @param editor null for the housekeeping.
 */
export async function leaveRecord(
  tx: Queryable,
  table: RecordTable,
  record: TrashedRecord,
  editor: Editor | null,
): Promise<void> {
  await noteRemovals(tx, table, [record.rowId]);
  await endRows(tx, table, record, editor);
}

/** Stores the ids of records before they are deleted, for those who follow the changes; nothing else of them stays. */
export async function noteRemovals(tx: Queryable, table: RecordTable, rowIds: number[]): Promise<void> {
  const rows = await tx.selectFrom(table).select("id").where("rowId", "in", rowIds).execute();
  if (rows.length === 0) return;
  const kind = kindOf(table);
  const at = new Date().toISOString();
  await tx
    .insertInto("removals")
    .values(rows.map(({ id }) => ({ id, kind, at })))
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ at }))
    .execute();
  await forgetSoon(tx);
}
