/** Updates the search index of articles, and deletes an article. */
import { type ArticleRow, indexWords, type Queryable, unindexWords } from "~/db.server";

/** Deletes the article with its slugs, history and drafts. */
export async function removeArticle(tx: Queryable, rowId: number): Promise<void> {
  await unindexWords(tx, "articleSearch", rowId);
  await tx.deleteFrom("articles").where("rowId", "=", rowId).execute();
}

/** Index words that restrict a search; see `searchWords`. */
export const SCOPES = { undeleted: "kept", trash: "trash" } as const;

/** Returns a text as one index word: "researchinsight". */
export function scopeWord(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "");
}

/** Indexes an article under "trash", or under "kept" with its status, and under its type. */
export async function indexArticle(tx: Queryable, article: ArticleRow): Promise<void> {
  const { rowId, title, excerpt, body, tags, status, type, deletedAt } = article;
  const text = [title, excerpt, body, await shownName(tx, article), ...(JSON.parse(tags) as string[])].join("\n");
  const state = deletedAt === null ? [SCOPES.undeleted, scopeWord(status)] : [SCOPES.trash];
  await indexWords(tx, "articleSearch", { rowId, text, scope: [...state, scopeWord(type)] });
}

async function shownName(tx: Queryable, { expertRowId, expertName }: ArticleRow): Promise<string> {
  if (expertRowId === null) return expertName;
  const expert = tx.selectFrom("experts").select("name").where("rowId", "=", expertRowId);
  return (await expert.executeTakeFirst())?.name ?? expertName;
}
