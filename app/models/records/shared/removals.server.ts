import type { Queryable } from "~/db.server";
import { forgetSoon } from "~/models/base/forgetting/forgetting.server";

import { kindOf, type RecordTable } from "./public-kinds";

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
