import type { Kysely } from "kysely";

/** Counts visits to pages by day; the key that recognises a reader within a day is deleted with the day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("visits")
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("host", "text", (c) => c.notNull())
    .addColumn("n", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("visitsKey", ["day", "kind", "subject", "host"])
    .execute();
  await db.schema.createIndex("visitsOfSubject").on("visits").columns(["kind", "subject", "day"]).execute();
  await db.schema
    .createTable("visitReaders")
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("visitReadersKey", ["day", "hash"])
    .execute();
  await db.schema
    .createTable("visitSalts")
    .addColumn("day", "text", (c) => c.primaryKey())
    .addColumn("salt", "text", (c) => c.notNull())
    .execute();
}
