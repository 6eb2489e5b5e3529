import type { Kysely } from "kysely";
import { raisesContentVersion } from "./0001_experts";

/** Articles, so that a new site has its starter articles stored from the first day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("articles")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("slug", "text", (c) => c.notNull().unique())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("set null"))
    .addColumn("expertName", "text", (c) => c.notNull())
    .addColumn("excerpt", "text", (c) => c.notNull())
    .addColumn("sources", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("origin", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("publishedAt", "text")
    .addColumn("body", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("articlesOfExpert").on("articles").column("expertRowId").execute();
  await raisesContentVersion(db, "articles");
}
