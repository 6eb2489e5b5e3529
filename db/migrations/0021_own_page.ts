import type { Kysely } from "kysely";

/** Adds choices of the holder of a profile: highlighted works, and the yearly mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("works").addColumn("highlightedAt", "text").execute();
  await db.schema
    .alterTable("claims")
    .addColumn("askedYearly", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
}
