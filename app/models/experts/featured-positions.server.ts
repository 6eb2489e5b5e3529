/** The places of the featured experts (decision D27): 1, 2, 3 … without gaps. Parts of transactions that change experts. */
import type { Queryable } from "~/db.server";

/**
 * Gives an expert a place among the featured: `place`, or the last. The caller renews the expert's own listings.
 *
 * @param place from 1; beyond the last means the last.
 */
export async function joinFeatured(tx: Queryable, rowId: number, place = Number.MAX_SAFE_INTEGER): Promise<void> {
  const { last } = await tx
    .selectFrom("experts")
    .select((eb) => eb.fn.max("featuredPosition").as("last"))
    .executeTakeFirstOrThrow();
  const position = Math.min(place, Number(last ?? 0) + 1);
  await shift(tx, position, 1);
  await tx.updateTable("experts").set({ featuredPosition: position }).where("rowId", "=", rowId).execute();
}

/** Takes an expert's place away; the others close up. The caller renews the expert's own listings. */
export async function leaveFeatured(tx: Queryable, rowId: number): Promise<void> {
  const { featuredPosition } = await tx
    .selectFrom("experts")
    .select("featuredPosition")
    .where("rowId", "=", rowId)
    .executeTakeFirstOrThrow();
  if (featuredPosition === null) return;
  await tx.updateTable("experts").set({ featuredPosition: null }).where("rowId", "=", rowId).execute();
  await shift(tx, featuredPosition + 1, -1);
}

/** Who is featured, in order. */
export async function featuredRows(tx: Queryable) {
  return tx
    .selectFrom("experts")
    .select(["rowId", "id", "slug", "name", "title", "imageUrl", "featuredPosition"])
    .where("featuredPosition", "is not", null)
    .orderBy("featuredPosition")
    .orderBy("rowId")
    .execute();
}

/** Puts the featured experts into this order: places and public lists. */
export async function placeFeatured(tx: Queryable, rowIds: number[]): Promise<void> {
  for (const [index, rowId] of rowIds.entries()) {
    const place = index + 1;
    const moved = await tx
      .updateTable("experts")
      .set({ featuredPosition: place })
      .where("rowId", "=", rowId)
      .where("featuredPosition", "!=", place)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) continue;
    await tx.updateTable("listing").set({ rank: place }).where("expertRowId", "=", rowId).execute();
  }
}

/** Moves everyone from `position` on. The search index holds no places, only who is featured. */
async function shift(tx: Queryable, position: number, by: 1 | -1): Promise<void> {
  const rows = await tx.selectFrom("experts").select("rowId").where("featuredPosition", ">=", position).execute();
  const rowIds = rows.map((row) => row.rowId);
  if (rowIds.length === 0) return;
  await tx
    .updateTable("experts")
    .set((eb) => ({ featuredPosition: eb("featuredPosition", "+", by) }))
    .where("rowId", "in", rowIds)
    .execute();
  await tx
    .updateTable("listing")
    .set((eb) => ({ rank: eb("rank", "+", by) }))
    .where("expertRowId", "in", rowIds)
    .execute();
}
