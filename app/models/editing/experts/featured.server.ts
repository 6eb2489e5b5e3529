import { z } from "zod";
import { db, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { type Expert, toExpert } from "~/models/records/experts/expert.server";
import { expertForAdmin, FEATURED_EXPERTS } from "~/models/records/experts/rows.server";
import { publish } from "~/models/records/publish/publish.server";
import { featuredOf, featuredRowIds } from "~/models/records/shared/featured.server";

export const FeaturedInput = z.object({ featured: z.boolean() });

/** Features an expert in the last place, or stops featuring; `key` is an id or slug. Throws "invalid", "missing", "conflict". */
export async function setFeatured(editor: Editor, key: string, input: unknown): Promise<Expert> {
  const { featured } = parse(FeaturedInput, input);
  const { rowId } = await expertForAdmin(editor, key);
  return db.transaction().execute(async (tx) => {
    const { row } = await publish(tx, editor, "experts", { cause: "featured", rowId, record: { featured } });
    return toExpert(row);
  });
}

export const {
  list: featuredExpertList,
  order: orderFeaturedExperts,
  move: moveFeaturedExpert,
} = featuredOf(FEATURED_EXPERTS);

export type FeaturedExpert = Awaited<ReturnType<typeof featuredExpertList>>[number];

export async function countFeatured(): Promise<number> {
  return (await featuredRowIds(readDb, "experts")).length;
}
