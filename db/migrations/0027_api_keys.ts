import type { Kysely } from "kysely";

/** Keys with which programs act as an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("apiKeys")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull().unique())
    .addColumn("scope", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("lastUsedOn", "text")
    .execute();
  await db.schema.createIndex("apiKeysInOrder").on("apiKeys").columns(["createdAt", "id"]).execute();
  await db.schema.createIndex("apiKeysOfUser").on("apiKeys").columns(["userId", "createdAt", "id"]).execute();
}
