import type { Kysely } from "kysely";

/** What is gone for good, by its id alone, and the order in which records changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("removals")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("removalsInOrder").on("removals").columns(["at", "id"]).execute();
  await db.schema.createIndex("expertsByChange").on("experts").columns(["updatedAt", "id"]).execute();
  await db.schema.createIndex("articlesByChange").on("articles").columns(["updatedAt", "id"]).execute();
}
