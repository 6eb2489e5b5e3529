import type { Kysely } from "kysely";
import type { Engine } from "../../engine";
import { rowId } from "./row-id";

/** Creates articles, their history and drafts. */
export async function createArticles(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await db.schema
    .createTable("articles")
    .$call(rowId(kind))
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
  await db.schema.createIndex("articlesByChange").on("articles").columns(["updatedAt", "id"]).execute();
  await db.schema.createIndex("articlesByCreation").on("articles").columns(["deletedAt", "createdAt"]).execute();
  await db.schema.createIndex("articlesByOrigin").on("articles").column("origin").execute();
  await db.schema
    .createIndex("articlesBy_contentId")
    .on("articles")
    .column("contentId")
    .where("contentId", "is not", null)
    .execute();
  await db.schema
    .createIndex("articlesBy_featuredPosition")
    .on("articles")
    .column("featuredPosition")
    .where("featuredPosition", "is not", null)
    .execute();
  await db.schema
    .createIndex("articlesBy_scheduledAt")
    .on("articles")
    .column("scheduledAt")
    .where("scheduledAt", "is not", null)
    .execute();
  await db.schema
    .createIndex("articlesKeptBy_status")
    .on("articles")
    .columns(["status", "deletedAt", "createdAt"])
    .where("deletedAt", "is", null)
    .execute();
  await db.schema
    .createIndex("articlesKeptBy_status_type")
    .on("articles")
    .columns(["status", "type", "deletedAt", "createdAt"])
    .where("deletedAt", "is", null)
    .execute();
  await db.schema
    .createIndex("articlesKeptBy_type")
    .on("articles")
    .columns(["type", "deletedAt", "createdAt"])
    .where("deletedAt", "is", null)
    .execute();
  await db.schema
    .createIndex("articlesListed")
    .on("articles")
    .columns(["status", "deletedAt", "publishedAt"])
    .execute();
  await db.schema
    .createIndex("articlesListedByType")
    .on("articles")
    .columns(["type", "status", "deletedAt", "publishedAt"])
    .execute();
  await db.schema
    .createIndex("articlesListedOfExpert")
    .on("articles")
    .columns(["expertRowId", "status", "deletedAt", "onProfile", "publishedAt"])
    .execute();

  await db.schema
    .createTable("articleSlugs")
    .addColumn("slug", "text", (c) => c.primaryKey())
    .addColumn("articleRowId", "integer", (c) => c.notNull().references("articles.rowId").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("slugsOfArticle").on("articleSlugs").column("articleRowId").execute();

  await db.schema
    .createTable("articleRevisions")
    .$call(rowId(kind))
    .addColumn("articleRowId", "integer", (c) => c.notNull().references("articles.rowId").onDelete("cascade"))
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("before", "text", (c) => c.notNull())
    .addColumn("after", "text", (c) => c.notNull())
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("userName", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("revisionsOfArticle").on("articleRevisions").columns(["articleRowId", "rowId"]).execute();

  await db.schema
    .createTable("articleDrafts")
    .addColumn("articleRowId", "integer", (c) => c.notNull().references("articles.rowId").onDelete("cascade"))
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("fields", "text", (c) => c.notNull())
    .addColumn("basedOn", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("articleDraftsKey", ["articleRowId", "userId"])
    .execute();

  await db.schema
    .createTable("articleCounts")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("articles", "integer", (c) => c.notNull())
    .execute();
}
