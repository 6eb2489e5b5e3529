import type { Kysely } from "kysely";

/** Possible duplicates wait: without statistics SQLite would rather read all that wait than those of one name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("submissionsByName").execute();
  await db.schema
    .createIndex("submissionsByName")
    .on("submissions")
    .columns(["foldedName", "status", "changesExpertRowId"])
    .execute();
}
