import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine";

/**
 * Adds an index from which the lists of an expert, and the positions in them, are read alone. On SQLite it already has the
 * other columns of the table's key, because the table is without row numbers: https://sqlite.org/withoutrowid.html.
 */
export async function up(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await db.schema.dropIndex("listingOfExpert").execute();
  const more = kind === "postgres" ? sql` include ("rank", "sortName")` : sql``;
  await sql`create index "listingOfExpert" on "listing" ("expertRowId", "category")${more}`.execute(db);
}
