import type { Kysely } from "kysely";

/** The DOI in a page's markup: its address need not have it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("evidence")
    .addColumn("doi", "text", (c) => c.notNull().defaultTo(""))
    .execute();
}
