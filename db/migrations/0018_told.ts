import type { Kysely } from "kysely";

/** Adds who was told that they are listed: when and how, but never at which address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("toldPeople")
    .addColumn("expertRowId", "integer", (c) => c.primaryKey().references("experts.rowId").onDelete("cascade"))
    .addColumn("toldAt", "text", (c) => c.notNull())
    .addColumn("way", "text", (c) => c.notNull())
    .execute();
}
