/** Changes an article's expert, and the secret link of its draft. */
import type { ArticleRow, Queryable } from "~/db.server";
import { changeArticle } from "./article-rows.server";

/** Moves the articles about one profile to another. */
export async function moveArticles(tx: Queryable, from: number, to: { rowId: number; name: string }): Promise<void> {
  const articles = await tx.selectFrom("articles").selectAll().where("expertRowId", "=", from).execute();
  for (const article of articles) await changeArticle(tx, article, { expertRowId: to.rowId, expertName: to.name });
}

/** Writes the new name of a person to the articles about them, and to the search. The texts are as old as before. */
export async function renameArticles(tx: Queryable, { rowId, name }: { rowId: number; name: string }): Promise<void> {
  const articles = await tx.selectFrom("articles").selectAll().where("expertRowId", "=", rowId).execute();
  for (const article of articles) await changeArticle(tx, article, { expertName: name, updatedAt: article.updatedAt });
}

/** Removes the expert, and the expert's name, from an article. */
export async function removeExpert(tx: Queryable, article: ArticleRow): Promise<void> {
  await changeArticle(tx, article, { expertRowId: null, expertName: "", onProfile: 0 });
}

/** Sets the secret of a draft's link; "" revokes it. */
export async function shareDraft(tx: Queryable, article: ArticleRow, shareToken: string): Promise<void> {
  await changeArticle(tx, article, { shareToken });
}
