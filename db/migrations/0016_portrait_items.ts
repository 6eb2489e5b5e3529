import type { Kysely } from "kysely";

/** Adds how a person's item at Wikidata was found, and what the item says, for waiting portraits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["foundBy", "foundAt", "item", "itemLabel", "itemDescription"])
    await db.schema
      .alterTable("portraitCandidates")
      .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
      .execute();
}
