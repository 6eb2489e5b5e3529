import type { Kysely } from "kysely";

/** Which fields of a suggested change were left out when it was approved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("submissions")
    .addColumn("leftOut", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
}
