import { type Kysely, sql } from "kysely";
import { raisesContentVersion } from "./0001_experts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("articleSlugs")
    .addColumn("slug", "text", (c) => c.primaryKey())
    .addColumn("articleRowId", "integer", (c) => c.notNull().references("articles.rowId").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("slugsOfArticle").on("articleSlugs").column("articleRowId").execute();
  await raisesContentVersion(db, "articleSlugs");

  await db.schema
    .createTable("articleRevisions")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
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

  await countsArticles(db);

  await db.schema
    .createTable("libraryProjects")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .execute();

  await db.schema
    .createTable("libraryContents")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("set null"))
    .addColumn("expertName", "text", (c) => c.notNull())
    .addColumn("platform", "text", (c) => c.notNull())
    .addColumn("contentType", "text", (c) => c.notNull())
    .addColumn("projectRowId", "integer", (c) => c.references("libraryProjects.rowId").onDelete("set null"))
    .addColumn("seoTags", "text", (c) => c.notNull().defaultTo("[]"))
    .addColumn("provider", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("model", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("content", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("libraryContentsOfExpert")
    .on("libraryContents")
    .columns(["expertName", "rowId"])
    .execute();
  await db.schema.createIndex("libraryContentsByExpertRow").on("libraryContents").column("expertRowId").execute();
  await db.schema.createIndex("libraryContentsOfProject").on("libraryContents").column("projectRowId").execute();

  await db.schema
    .createTable("libraryImages")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("imageId", "text", (c) => c.notNull().unique().references("images.id").onDelete("cascade"))
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("set null"))
    .addColumn("expertName", "text", (c) => c.notNull())
    .addColumn("size", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .execute();
  await db.schema.createIndex("libraryImagesOfExpert").on("libraryImages").columns(["expertName", "rowId"]).execute();
  await db.schema.createIndex("libraryImagesByExpertRow").on("libraryImages").column("expertRowId").execute();

  await db.schema
    .createTable("libraryContentImages")
    .addColumn("contentRowId", "integer", (c) => c.notNull().references("libraryContents.rowId").onDelete("cascade"))
    .addColumn("imageId", "text", (c) => c.notNull().references("images.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("libraryContentImagesKey", ["contentRowId", "imageId"])
    .execute();
  await db.schema.createIndex("contentsOfImage").on("libraryContentImages").column("imageId").execute();
  await countsLibrary(db);

  await db.schema
    .createTable("promotions")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("step", "integer", (c) => c.notNull())
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("set null"))
    .addColumn("expertName", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.references("users.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("promotionsByUpdate").on("promotions").columns(["createdBy", "updatedAt"]).execute();
  await db.schema.createIndex("promotionsOfExpert").on("promotions").column("expertRowId").execute();
}

async function countsArticles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("articleCounts")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("articles", "integer", (c) => c.notNull())
    .execute();
  const keys = (row: string) =>
    `SELECT "value" AS "key" FROM json_each(CASE WHEN ${row}."deletedAt" IS NULL
      THEN json_array('all', ${row}."status", ${row}."type", ${row}."status" || ' ' || ${row}."type")
      ELSE '["trash"]' END)`;
  const count = (row: string, by: number) =>
    `INSERT INTO "articleCounts" SELECT "key", ${by} FROM (${keys(row)}) WHERE true
      ON CONFLICT ("key") DO UPDATE SET "articles" = "articles" + (${by})`;
  for (const [name, on, steps] of [
    ["Added", `INSERT ON "articles"`, [count("new", 1)]],
    ["Changed", `UPDATE OF "status", "type", "deletedAt" ON "articles"`, [count("old", -1), count("new", 1)]],
    ["Removed", `DELETE ON "articles"`, [count("old", -1)]],
  ] as const)
    await sql.raw(`CREATE TRIGGER "articleCounts${name}" AFTER ${on} BEGIN ${steps.join("; ")}; END`).execute(db);
  await sql`
    INSERT INTO "articleCounts" SELECT "each"."value", count(*) FROM "articles",
      json_each(json_array('all', "articles"."status", "articles"."type", "articles"."status" || ' ' || "articles"."type")) AS "each"
      GROUP BY "each"."value"`.execute(db);
}

async function countsLibrary(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("libraryCounts")
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("expertName", "text", (c) => c.notNull())
    .addColumn("items", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("libraryCountsKey", ["kind", "expertName"])
    .execute();
  for (const [kind, table] of [
    ["content", "libraryContents"],
    ["image", "libraryImages"],
  ]) {
    const count = (row: string, by: number) =>
      `INSERT INTO "libraryCounts"
        SELECT '${kind}', "value", ${by} FROM json_each(
          CASE ${row}."expertName" WHEN '' THEN '[""]' ELSE json_array('', ${row}."expertName") END) WHERE true
        ON CONFLICT ("kind", "expertName") DO UPDATE SET "items" = "items" + (${by})`;
    for (const [name, on, steps] of [
      ["Added", "INSERT", [count("new", 1)]],
      ["Changed", `UPDATE OF "expertName"`, [count("old", -1), count("new", 1)]],
      ["Removed", "DELETE", [count("old", -1)]],
    ] as const)
      await sql
        .raw(`CREATE TRIGGER "${table}Counts${name}" AFTER ${on} ON "${table}" BEGIN ${steps.join("; ")}; END`)
        .execute(db);
  }
}
