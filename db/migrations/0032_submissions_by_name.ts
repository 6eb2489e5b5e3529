import type { Kysely } from "kysely";

/** For possible duplicates. Given two names, SQLite without statistics preferred the index of all that wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("submissionsByName").execute();
  await db.schema
    .createIndex("submissionsByName")
    .on("submissions")
    .columns(["foldedName", "status", "changesExpertRowId"])
    .execute();
}
