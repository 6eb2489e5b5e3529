import type { Kysely } from "kysely";

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
}
