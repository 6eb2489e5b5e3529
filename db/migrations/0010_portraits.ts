import type { Kysely } from "kysely";

/** Adds the author and licence of an image. Images without a row are the operator's own responsibility. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("imageCredits")
    .addColumn("imageId", "text", (column) => column.primaryKey().references("images.id").onDelete("cascade"))
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("licence", "text", (column) => column.notNull())
    .addColumn("licenceUrl", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("file", "text", (column) => column.notNull())
    .addColumn("problem", "text", (column) => column.notNull())
    .addColumn("checkedAt", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("imageCreditsByFile").on("imageCredits").columns(["file", "imageId"]).execute();
  await db.schema.createIndex("imageCreditsByProblem").on("imageCredits").column("problem").execute();
}
