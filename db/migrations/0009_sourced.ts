import type { Kysely } from "kysely";

/** Adds whether every sentence of a profile has a source, written with its evidence for lists and cards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("experts")
    .addColumn("sourced", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
