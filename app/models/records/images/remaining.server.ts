import type { Queryable } from "~/db.server";
import { imageIdIn } from "~/models/base/uploads/address";

/**
 * Returns a former version of a record without the images that were deleted since, and without the description of a deleted
 * portrait or lead picture. The record keeps its present images there.
 */
export async function withRemainingImages(tx: Queryable, former: object): Promise<Record<string, unknown>> {
  const idOf = (value: unknown) => (typeof value === "string" ? imageIdIn(value) : null);
  const ids = Object.values(former).flatMap((value) => idOf(value) ?? []);
  if (ids.length === 0) return { ...former };
  const rows = await tx.selectFrom("images").select("id").where("id", "in", ids).execute();
  const remainingIds = new Set(rows.map((row) => row.id));
  const isDeleted = (value: unknown) => {
    const id = idOf(value);
    return id !== null && !remainingIds.has(id);
  };
  const { imageUrl, imageAlt: _alt, ...otherFields } = former as Record<string, unknown>;
  const fields = Object.entries(isDeleted(imageUrl) ? otherFields : former);
  return Object.fromEntries(fields.filter(([, value]) => !isDeleted(value)));
}
