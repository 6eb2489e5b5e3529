import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine";

/**
 * In which lists somebody stands, and where in them, is read from the index alone. SQLite's has all columns of the table's key
 * by itself, because that is without row numbers: https://sqlite.org/withoutrowid.html.
 */
export async function up(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  if (kind === "sqlite") return;
  await db.schema.dropIndex("listingOfExpert").execute();
  await sql`create index "listingOfExpert" on "listing" ("expertRowId", "category") include ("rank", "sortName")`.execute(
    db,
  );
}
