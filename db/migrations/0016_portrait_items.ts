import type { Kysely } from "kysely";

/** Adds the person's Wikidata item to portrait candidates, and the way in which it was found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["foundBy", "foundAt", "item", "itemLabel", "itemDescription"])
    await db.schema
      .alterTable("portraitCandidates")
      .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
      .execute();
}
