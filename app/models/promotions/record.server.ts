import type { Selectable } from "kysely";
import { db, type ExpertRow, type PromotionsTable, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/accounts/admin.server";
import { EMPTY_STATE, type PromotionState } from "./state";

/** Throws "missing", also for another admin's promotion. */
export function rowOf(from: Queryable, editor: Editor, id: string): Promise<Selectable<PromotionsTable>> {
  return from
    .selectFrom("promotions")
    .selectAll()
    .where("id", "=", id)
    .where("createdBy", "=", editor.id)
    .executeTakeFirstOrThrow(() => new AppError("missing", "This promotion is no longer here."));
}

/** Fills new fields of an older stored state with defaults. */
export function stateOf(stored: string): PromotionState {
  return { ...structuredClone(EMPTY_STATE), ...(JSON.parse(stored) as Partial<PromotionState>) };
}

/** Changes the current state, so that concurrent changes stay. */
export async function changeState(
  editor: Editor,
  id: string,
  work: (state: PromotionState) => PromotionState,
  columns: { step?: number; expertRowId?: number | null; expertName?: string } = {},
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Write first, so that a concurrent change reads this one's result.
    const updatedAt = new Date().toISOString();
    await tx
      .updateTable("promotions")
      .set({ ...columns, updatedAt })
      .where("id", "=", id)
      .where("createdBy", "=", editor.id)
      .execute();
    const state = stateOf((await rowOf(tx, editor, id)).state);
    await tx
      .updateTable("promotions")
      .set({ state: JSON.stringify(work(state)) })
      .where("id", "=", id)
      .execute();
  });
}

export function expertOf(rowId: number): Promise<ExpertRow | undefined> {
  return readDb
    .selectFrom("experts")
    .selectAll()
    .where("rowId", "=", rowId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
}
