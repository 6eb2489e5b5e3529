import type { Kysely } from "kysely";

/** Adds the editor who has a submission open, with a heartbeat; after a minute without one, the editor has left. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("reviewPlaces")
    .addColumn("submissionRowId", "integer", (c) => c.primaryKey().references("submissions.rowId").onDelete("cascade"))
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("since", "text", (c) => c.notNull())
    .addColumn("seenAt", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("reviewPlacesSeen").on("reviewPlaces").column("seenAt").execute();
  await db.schema.createIndex("reviewPlacesOfUser").on("reviewPlaces").column("userId").execute();
}
