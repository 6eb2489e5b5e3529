import { type Kysely, sql } from "kysely";
import type { Database } from "../schema";
import { indexWords } from "../word-search";

/**
 * Articles as readers page through them: each list is one walk along an index that says all it needs to know of an
 * article. And the search index of those that were there before it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What these did is done by the beginnings of those below.
  for (const index of ["articlesPublic", "articlesByDate", "articlesOfExpert"])
    await db.schema.dropIndex(index).execute();
  const listed = {
    articlesListed: ["status", "deletedAt", "publishedAt"],
    articlesListedByType: ["type", "status", "deletedAt", "publishedAt"],
    articlesListedOfExpert: ["expertRowId", "status", "deletedAt", "onProfile", "publishedAt"],
  };
  for (const [index, columns] of Object.entries(listed))
    await db.schema.createIndex(index).on("articles").columns(columns).execute();
  await indexArticles(db as Kysely<Database>);
}

/** In the words of app/models/articles.write.server.ts as they were with this migration. */
async function indexArticles(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<
    Record<"title" | "excerpt" | "body" | "expertName" | "tags" | "status" | "type", string> & {
      rowId: number;
      deletedAt: string | null;
    }
  >`SELECT "rowId", "title", "excerpt", "body", "expertName", "tags", "status", "type", "deletedAt" FROM "articles"`.execute(
    db,
  );
  for (const { rowId, title, excerpt, body, expertName, tags, status, type, deletedAt } of rows) {
    const text = [title, excerpt, body, expertName, ...(JSON.parse(tags) as string[])].join("\n");
    const word = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "");
    const state = deletedAt === null ? ["kept", word(status)] : ["trash"];
    await indexWords(db, "articleSearch", { rowId, text, scope: [...state, word(type)] });
  }
}
