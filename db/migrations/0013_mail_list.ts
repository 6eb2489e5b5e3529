import type { Kysely } from "kysely";

/** The order of the mails in the admin's list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("mailsByCreation").on("mails").columns(["createdAt desc", "id"]).execute();
}
