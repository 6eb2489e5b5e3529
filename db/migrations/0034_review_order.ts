import { type Kysely, sql } from "kysely";

/** The lists by last review, in each category; who was never reviewed is last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("listing")
    .addColumn("reviewedAt", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await sql`UPDATE "listing" SET "reviewedAt" = coalesce(
    (SELECT "experts"."reviewedAt" FROM "experts" WHERE "experts"."rowId" = "listing"."expertRowId"), '')`.execute(db);
  await db.schema
    .createIndex("listingBy_reviewedAt")
    .on("listing")
    .columns(["category", "reviewedAt", "expertRowId"])
    .execute();
}
