import type { Kysely } from "kysely";

/** When a work was accepted, so that it can be told as news; null for those that came with a profile or before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("works").addColumn("acceptedAt", "text").execute();
}
