import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const columns of [["status"], ["type"], ["status", "type"]])
    await db.schema
      .createIndex(`articlesKeptBy_${columns.join("_")}`)
      .on("articles")
      .columns([...columns, "deletedAt", "createdAt"])
      .where("deletedAt" as never, "is", null)
      .execute();
}
