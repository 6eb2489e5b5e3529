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

/** Parses a stored state, and fills fields that are newer than the state with defaults. */
export function stateOf(storedJson: string): PromotionState {
  return { ...structuredClone(EMPTY_STATE), ...(JSON.parse(storedJson) as Partial<PromotionState>) };
}

/** Bounds all promotions of an account, in characters of JSON. */
const MAX_TOTAL_LENGTH = 20_000_000;

/** Throws "conflict" if a state of `length` characters exceeds the account's limit. */
export async function checkRoom(tx: Queryable, editor: Editor, id: string, length: number): Promise<void> {
  const ownPromotions = tx.selectFrom("promotions").select("state as text").where("createdBy", "=", editor.id);
  if (await hasRoom(tx, ownPromotions.where("id", "!=", id), { length, maxTotal: MAX_TOTAL_LENGTH })) return;
  throw new AppError("conflict", "There is no room for more promotions. Please delete some first.");
}

/** Applies a change to the stored state without losing concurrent changes. Throws "missing", "conflict" without room. */
export async function changeState(
  editor: Editor,
  id: string,
  change: (state: PromotionState) => PromotionState,
  columns: { step?: number; expertRowId?: number | null; expertName?: string } = {},
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Writes first to lock the row, so that a concurrent change reads the result of this change.
    const updatedAt = new Date().toISOString();
    await tx
      .updateTable("promotions")
      .set({ ...columns, updatedAt })
      .where("id", "=", id)
      .where("createdBy", "=", editor.id)
      .execute();
    const { state: storedState } = await rowOf(tx, editor, id);
    const state = JSON.stringify(change(stateOf(storedState)));
    if (state.length > storedState.length) await checkRoom(tx, editor, id, state.length);
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
