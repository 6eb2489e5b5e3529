import type { Kysely } from "kysely";

/** Adds lists of people for each account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("listEntries")
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("expertRowId", "integer", (c) => c.notNull().references("experts.rowId").onDelete("cascade"))
    .addColumn("addedAt", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("listEntriesKey", ["userId", "expertRowId"])
    .execute();
  await db.schema.createIndex("listsWithExpert").on("listEntries").column("expertRowId").execute();
}
