import type { Kysely } from "kysely";

/** Adds credits in imports for pictures on other sites, until the pictures are copied. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("waitingCredits")
    .addColumn("url", "text", (c) => c.primaryKey())
    .addColumn("author", "text", (c) => c.notNull())
    .addColumn("licence", "text", (c) => c.notNull())
    .addColumn("licenceUrl", "text", (c) => c.notNull())
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("waitingCreditsByTime").on("waitingCredits").column("createdAt").execute();
}
