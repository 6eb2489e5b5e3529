import { type Kysely, sql } from "kysely";

/** What listed people ask for, and who asked not to be listed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("requests")
    .addColumn("rowId", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("tokenHash", "text", (c) => c.notNull().unique())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("expertRowId", "integer", (c) => c.references("experts.rowId").onDelete("set null"))
    .addColumn("field", "text", (c) => c.notNull())
    .addColumn("says", "text", (c) => c.notNull())
    .addColumn("should", "text", (c) => c.notNull())
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("message", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("notes", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("confirmedAt", "text")
    .addColumn("dueAt", "text")
    .addColumn("decidedAt", "text")
    .addColumn("decidedBy", "text", (c) => c.references("users.id").onDelete("set null"))
    .addColumn("answeredInMs", "integer")
    .addColumn("isPublic", "integer", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("requestsDue").on("requests").columns(["status", "dueAt"]).execute();
  await db.schema.createIndex("requestsDecided").on("requests").columns(["status", "decidedAt"]).execute();
  await db.schema.createIndex("requestsCreated").on("requests").columns(["status", "createdAt"]).execute();
  await db.schema.createIndex("requestsOfExpert").on("requests").column("expertRowId").execute();
  await db.schema.createIndex("requestsAnswered").on("requests").column("answeredInMs").execute();
  await db.schema.createIndex("requestsPublic").on("requests").columns(["isPublic", "decidedAt"]).execute();

  await sql`CREATE TRIGGER "requestsDecidedVersion" AFTER UPDATE OF "decidedAt" ON "requests" BEGIN
    UPDATE "contentVersion" SET "version" = "version" + 1; END`.execute(db);

  for (const table of ["goneSlugs", "doNotRelist"]) {
    await db.schema
      .createTable(table)
      .addColumn("hash", "text", (c) => c.primaryKey())
      .addColumn("at", "text", (c) => c.notNull())
      .execute();
  }
}
