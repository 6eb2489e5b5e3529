import type { Kysely } from "kysely";

/** By what a person's item at Wikidata was found whose pictures wait, and what the item says of itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["foundBy", "foundAt", "item", "itemLabel", "itemDescription"])
    await db.schema
      .alterTable("portraitCandidates")
      .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
      .execute();
}
