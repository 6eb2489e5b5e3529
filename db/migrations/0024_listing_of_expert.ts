import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine";

/**
 * In which lists somebody stands, and where in them, is read from the index alone. SQLite's has the other columns of the table's
 * key by itself, because that is without row numbers: https://sqlite.org/withoutrowid.html.
 */
export async function up(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await db.schema.dropIndex("listingOfExpert").execute();
  const more = kind === "postgres" ? sql` include ("rank", "sortName")` : sql``;
  await sql`create index "listingOfExpert" on "listing" ("expertRowId", "category")${more}`.execute(db);
}
