import type { Kysely } from "kysely";

/** Adds the time and way in which people were told that they are listed, without the address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("toldPeople")
    .addColumn("expertRowId", "integer", (c) => c.primaryKey().references("experts.rowId").onDelete("cascade"))
    .addColumn("toldAt", "text", (c) => c.notNull())
    .addColumn("way", "text", (c) => c.notNull())
    .execute();
}
