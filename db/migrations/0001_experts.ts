import { type Kysely, PostgresAdapter, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  let experts = db.schema
    .createTable("experts")
    .addColumn("rowId", "integer", (c) => c.primaryKey())
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("slug", "text", (c) => c.notNull().unique())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("sortName", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("categories", "text", (c) => c.notNull())
    .addColumn("imageUrl", "text", (c) => c.notNull())
    .addColumn("featuredPosition", "integer")
    .addColumn("longevityContribution", "text", (c) => c.notNull());
  // The long texts stand last: SQLite reads a row only as far as the last column asked for.
  for (const column of [
    "customGptUrl",
    "longevityInterviewTitle",
    "longevityInterviewImageUrl",
    "longevityInterviewShortDescription",
    "longevityInterviewLongDescription",
    "longevityInterviewDownloadNotesUrl",
    "longevityInterviewVideoEmbed",
    "productTitle",
    "productImageUrl",
    "productDescription",
    "productButtonText",
    "productButtonUrl",
  ]) {
    experts = experts.addColumn(column, "text", (c) => c.notNull().defaultTo(""));
  }
  for (const column of ["youtubeEmbeds", "books", "scienceHighlights", "referenceLinks", "sources"]) {
    experts = experts.addColumn(column, "text", (c) => c.notNull().defaultTo("[]"));
  }
  await experts
    .addColumn("origin", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("deletedAt", "text")
    .addColumn("biography", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema
    .createIndex("expertsFeatured")
    .on("experts")
    .column("featuredPosition")
    .where("featuredPosition", "is not", null)
    .execute();

  await db.schema
    .createTable("slugs")
    .addColumn("slug", "text", (c) => c.primaryKey())
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("slugsOfExpert").on("slugs").column("expertRowId").execute();

  await sql`
    CREATE TABLE "listing" (
      "category" TEXT NOT NULL, "rank" INTEGER NOT NULL, "sortName" TEXT NOT NULL,
      "expertRowId" INTEGER NOT NULL REFERENCES "experts"("rowId") ON DELETE CASCADE,
      PRIMARY KEY ("category", "rank", "sortName", "expertRowId")
    ) WITHOUT ROWID`.execute(db);
  await sql`CREATE INDEX "listingOfExpert" ON "listing" ("expertRowId")`.execute(db);
  await db.schema
    .createTable("listingCounts")
    .addColumn("category", "text", (c) => c.primaryKey())
    .addColumn("experts", "integer", (c) => c.notNull())
    .execute();
  await sql`
    CREATE TRIGGER "listingAdded" AFTER INSERT ON "listing" BEGIN
      INSERT INTO "listingCounts" VALUES (new."category", 1)
        ON CONFLICT ("category") DO UPDATE SET "experts" = "experts" + 1;
    END`.execute(db);
  await sql`
    CREATE TRIGGER "listingRemoved" AFTER DELETE ON "listing" BEGIN
      UPDATE "listingCounts" SET "experts" = "experts" - 1 WHERE "category" = old."category";
    END`.execute(db);

  await db.schema
    .createTable("settings")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("contentVersion")
    .addColumn("only", "integer", (c) => c.primaryKey())
    .addColumn("version", "integer", (c) => c.notNull())
    .execute();
  await sql`INSERT INTO "contentVersion" VALUES (1, 1)`.execute(db);
  for (const table of ["experts", "listing", "settings"]) await raisesContentVersion(db, table);
}

/** Makes every change of `table` raise the content version, so that no write can forget to. */
export async function raisesContentVersion(db: Kysely<unknown>, table: string): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const change of ["INSERT", "UPDATE", "DELETE"]) {
    const trigger = `CREATE TRIGGER "${table}${change}Version" AFTER ${change} ON "${table}"`;
    const onSqlite = `BEGIN
           UPDATE "contentVersion" SET "version" = "version" + 1;
         END`;
    const onPostgres = `REFERENCING ${change === "DELETE" ? "OLD" : "NEW"} TABLE AS "changed"
         FOR EACH STATEMENT EXECUTE FUNCTION "raiseContentVersionIfChanged"()`;
    await sql.raw(`${trigger} ${isPostgres ? onPostgres : onSqlite}`).execute(db);
  }
}
