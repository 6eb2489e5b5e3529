import type { Kysely } from "kysely";

/** Adds the choices of the holder of a profile: the works that come first, and whether a mail comes once a year. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("works").addColumn("highlightedAt", "text").execute();
  await db.schema
    .alterTable("claims")
    .addColumn("askedYearly", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
}
