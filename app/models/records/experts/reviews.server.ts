/**
 * Stores reviews. A profile counts as reviewed after an editor has confirmed reading all of it, or approved it unchanged; no
 * other change counts.
 */
import { z } from "zod";
import { db, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { auditExpert, expertForAdmin, expertRow } from "./rows.server";

export const ReviewInput = z.object({
  updatedAt: z
    .string()
    .max(40)
    .optional()
    .describe("When the profile that was read had last changed. If it changed since, it does not count as reviewed."),
});

/**
 * Stores that the editor has read the whole profile. Throws "missing" and "invalid", and "conflict" in the trash or after a
 * change.
 */
export async function reviewExpert(editor: Editor, key: string, input: unknown): Promise<{ reviewedAt: string }> {
  const { updatedAt } = parse(ReviewInput, input ?? {});
  const { rowId } = await expertForAdmin(editor, key);
  return db.transaction().execute(async (tx) => {
    const row = await expertRow(tx, rowId);
    if (row.deletedAt) throw new AppError("conflict", "This profile is in the trash. Restore it first.");
    if (updatedAt && updatedAt !== row.updatedAt)
      throw new AppError("conflict", "Somebody changed this profile meanwhile. Please read it again.");
    const reviewedAt = await storeReview(tx, rowId);
    await auditExpert(tx, editor, "profile reviewed", row);
    return { reviewedAt };
  });
}

/** Stores a review, and returns its time. */
export async function storeReview(tx: Queryable, rowId: number): Promise<string> {
  const reviewedAt = new Date().toISOString();
  await tx.updateTable("experts").set({ reviewedAt }).where("rowId", "=", rowId).execute();
  await tx.updateTable("listing").set({ reviewedAt }).where("expertRowId", "=", rowId).execute();
  return reviewedAt;
}
