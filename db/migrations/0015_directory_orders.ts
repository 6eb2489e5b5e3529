import { type Kysely, sql } from "kysely";

/** The lists by name, by creation and by last change, in each category. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["createdAt", "updatedAt"])
    await sql`ALTER TABLE "listing" ADD COLUMN ${sql.ref(column)} TEXT NOT NULL DEFAULT ''`.execute(db);
  await sql`UPDATE "listing" SET ("createdAt", "updatedAt") =
    (SELECT "createdAt", "updatedAt" FROM "experts" WHERE "rowId" = "expertRowId")`.execute(db);
  for (const column of ["sortName", "createdAt", "updatedAt"])
    await db.schema
      .createIndex(`listingBy_${column}`)
      .on("listing")
      .columns(["category", column, "expertRowId"])
      .execute();
  await sql`
    CREATE TRIGGER "listingUpdated" AFTER UPDATE OF "updatedAt" ON "experts" WHEN new."updatedAt" <> old."updatedAt" BEGIN
      UPDATE "listing" SET "updatedAt" = new."updatedAt" WHERE "expertRowId" = new."rowId";
    END`.execute(db);
}
