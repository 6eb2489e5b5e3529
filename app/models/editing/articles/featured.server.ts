import { z } from "zod";
import { db } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import {
  type AdminArticle,
  articleForAdmin,
  articleRow,
  auditArticle,
  FEATURED_ARTICLES,
  toAdminArticle,
} from "~/models/records/articles/rows.server";
import { addToFeatured, featuredOf, removeFromFeatured } from "~/models/records/shared/featured.server";

export const FeaturedInput = z.object({ featured: z.boolean() });

/** Features a published article in the last place, or stops featuring it; `updatedAt` stays. Throws "invalid", "missing", "conflict". */
export async function setArticleFeatured(editor: Editor, key: string, input: unknown): Promise<AdminArticle> {
  const { featured } = parse(FeaturedInput, input);
  const { rowId } = await articleForAdmin(editor, key);
  return db.transaction().execute(async (tx) => {
    const row = await articleRow(tx, rowId);
    if (featured === (row.featuredPosition !== null)) return toAdminArticle(row);
    if (featured && (row.status !== "published" || row.deletedAt))
      throw new AppError("conflict", "Only published articles can be featured. Publish this one first.");
    await (featured ? addToFeatured : removeFromFeatured)(tx, FEATURED_ARTICLES, [rowId]);
    await auditArticle(tx, editor, featured ? "article featured" : "article no longer featured", row);
    return toAdminArticle(await articleRow(tx, rowId));
  });
}

export const {
  list: featuredArticleList,
  order: orderFeaturedArticles,
  move: moveFeaturedArticle,
} = featuredOf(FEATURED_ARTICLES);

export type FeaturedArticle = Awaited<ReturnType<typeof featuredArticleList>>[number];
