/** The featured experts and their order, as an admin sets them. */
import { z } from "zod";
import { db, readDb } from "~/db.server";
import type { Admin } from "~/models/accounts/admin.server";
import { featuredOf, featuredRowIds } from "~/models/records/featured.server";
import { parse } from "~/models/records/validation.server";
import { saveExpert } from "./edit.server";
import type { Expert } from "./experts.server";
import { expertForAdmin, FEATURED_EXPERTS, noteExpert } from "./rows.server";

const Flag = z.object({ featured: z.boolean("featured must be true or false.") });

/**
 * Features an expert, as the last in order, or ends that.
 *
 * @param key the id, or an address the expert has or had.
 * @param input `{ featured: boolean }`.
 * @returns the expert as it is now.
 * @throws AppError "invalid", "missing", or "conflict" when it is in the trash.
 */
export async function setFeatured(admin: Admin, key: string, input: unknown): Promise<Expert> {
  const { featured } = parse(Flag, input);
  const { rowId } = await expertForAdmin(admin, key);
  return db.transaction().execute(async (tx) => {
    const { expert, changed } = await saveExpert(tx, admin, { rowId, record: { featured }, action: "featured" });
    const action = featured ? "expert featured" : "expert no longer featured";
    if (changed.length > 0) await noteExpert(tx, admin, action, expert);
    return expert;
  });
}

export const {
  list: featuredExpertList,
  order: orderFeaturedExperts,
  move: moveFeaturedExpert,
} = featuredOf(FEATURED_EXPERTS);

export type FeaturedExpert = Awaited<ReturnType<typeof featuredExpertList>>[number];

/** How many are featured. */
export async function countFeatured(): Promise<number> {
  return (await featuredRowIds(readDb, "experts")).length;
}
