/** The places of the featured articles: 1 to 4 without gaps. Parts of transactions that change articles. */
import type { ArticleRow, Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { MOST_FEATURED } from "./fields";

/** Which articles are featured, in order. */
export function featuredArticleRows(from: Queryable) {
  return from
    .selectFrom("articles")
    .select(["rowId", "id", "slug", "title", "type", "expertName", "imageUrl", "featuredPosition"])
    .where("featuredPosition", "is not", null)
    .orderBy("featuredPosition")
    .orderBy("rowId")
    .execute();
}

/**
 * Gives a published article the last place, or `place`. The caller holds the right to write.
 *
 * @throws AppError "conflict" when all places are taken.
 */
export async function joinArticlePlace(tx: Queryable, rowId: number, place = MOST_FEATURED): Promise<void> {
  const rows = await featuredArticleRows(tx);
  if (rows.length >= MOST_FEATURED) throw new AppError("conflict", `You can feature at most ${MOST_FEATURED} articles`);
  const rowIds = rows.map((row) => row.rowId);
  await placeArticles(tx, rowIds.toSpliced(Math.min(place - 1, rows.length), 0, rowId));
}

/** Takes an article's place away; the others close up. */
export async function leaveArticlePlace(tx: Queryable, article: Pick<ArticleRow, "rowId" | "featuredPosition">) {
  if (article.featuredPosition === null) return;
  await tx.updateTable("articles").set({ featuredPosition: null }).where("rowId", "=", article.rowId).execute();
  const rows = await featuredArticleRows(tx);
  await placeArticles(
    tx,
    rows.map(({ rowId }) => rowId),
  );
}

/** Puts the featured articles into this order. */
export async function placeArticles(tx: Queryable, rowIds: number[]): Promise<void> {
  for (const [index, rowId] of rowIds.entries()) {
    await tx
      .updateTable("articles")
      .set({ featuredPosition: index + 1 })
      .where("rowId", "=", rowId)
      .execute();
  }
}
