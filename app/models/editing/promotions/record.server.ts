import type { Selectable } from "kysely";
import { db, type ExpertRow, type PromotionsTable, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { hasRoom } from "~/models/base/input/room.server";
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

/** Bounds all promotions of an account, in characters of JSON. */
const MAX_TOTAL_LENGTH = 20_000_000;

/** Throws "conflict" when a state of `length` characters exceeds the account's limit. */
export async function checkRoom(tx: Queryable, editor: Editor, id: string, length: number): Promise<void> {
  const mine = tx.selectFrom("promotions").select("state as text").where("createdBy", "=", editor.id);
  if (await hasRoom(tx, mine.where("id", "!=", id), { length, most: MAX_TOTAL_LENGTH })) return;
  throw new AppError("conflict", "There is no room for more promotions. Please delete some first.");
}

/** Changes the current state, so that concurrent changes stay. Throws "missing", "conflict" when it has no room. */
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
    const { state: before } = await rowOf(tx, editor, id);
    const state = JSON.stringify(work(stateOf(before)));
    if (state.length > before.length) await checkRoom(tx, editor, id, state.length);
    await tx.updateTable("promotions").set({ state }).where("id", "=", id).execute();
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
