import type { Kysely } from "kysely";

/** Adds the time at which a work was accepted, for news. It is null for works that came with a profile or earlier. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("works").addColumn("acceptedAt", "text").execute();
}
