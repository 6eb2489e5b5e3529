import type { Kysely } from "kysely";

/**
 * The curators' list of articles, the newest first: by status, by type and by both, without those in the trash.
 * `deletedAt` stands in each index so that counting pages looks at no row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const columns of [["status"], ["type"], ["status", "type"]])
    await db.schema
      .createIndex(`articlesKeptBy_${columns.join("_")}`)
      .on("articles")
      .columns([...columns, "deletedAt", "createdAt"])
      .where("deletedAt" as never, "is", null)
      .execute();
}
