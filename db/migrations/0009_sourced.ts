import type { Kysely } from "kysely";

/** Adds a flag for profiles in which every sentence has a source, for lists and cards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("experts")
    .addColumn("sourced", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
