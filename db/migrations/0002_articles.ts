import type { Kysely } from "kysely";
import { raisesContentVersion } from "./0001_experts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("articles")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("slug", "text", (c) => c.notNull().unique())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("set null"))
    .addColumn("expertName", "text", (c) => c.notNull())
    .addColumn("excerpt", "text", (c) => c.notNull())
    .addColumn("imageUrl", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("imageAlt", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("tags", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("aiModel", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("featuredPosition", "integer")
    .addColumn("onProfile", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("contentId", "text")
    .addColumn("shareToken", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("scheduledAt", "text")
    .addColumn("deletedAt", "text")
    .addColumn("sources", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("origin", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("publishedAt", "text")
    .addColumn("body", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("articlesOfExpert").on("articles").column("expertRowId").execute();
  await db.schema.createIndex("articlesPublic").on("articles").columns(["status", "type", "publishedAt"]).execute();
  await db.schema.createIndex("articlesByDate").on("articles").columns(["status", "publishedAt"]).execute();
  await db.schema.createIndex("articlesByCreation").on("articles").columns(["deletedAt", "createdAt"]).execute();
  for (const column of ["featuredPosition", "scheduledAt", "contentId"])
    await db.schema
      .createIndex(`articlesBy_${column}`)
      .on("articles")
      .column(column)
      .where(column as never, "is not", null)
      .execute();
  await raisesContentVersion(db, "articles");
}
