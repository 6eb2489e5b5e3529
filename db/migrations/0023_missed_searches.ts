import type { Kysely } from "kysely";

/** What readers searched for in vain, by its words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("missedSearches")
    .addColumn("words", "text", (c) => c.primaryKey())
    .addColumn("typed", "text", (c) => c.notNull())
    .addColumn("count", "integer", (c) => c.notNull())
    .addColumn("firstDay", "text", (c) => c.notNull())
    .addColumn("lastDay", "text", (c) => c.notNull())
    .addColumn("isDismissed", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("missedSearchesInOrder")
    .on("missedSearches")
    .columns(["isDismissed", "count", "lastDay", "words"])
    .execute();
}
