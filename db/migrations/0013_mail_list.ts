import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("mailsByCreation").on("mails").columns(["createdAt desc", "id"]).execute();
}
