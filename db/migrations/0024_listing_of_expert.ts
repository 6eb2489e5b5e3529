import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine";

/**
 * Adds a covering index for the lists of an expert and the positions in them. On SQLite every index of a table without row
 * numbers includes its key: https://sqlite.org/withoutrowid.html.
 */
export async function up(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await db.schema.dropIndex("listingOfExpert").execute();
  const includedColumns = kind === "postgres" ? sql` include ("rank", "sortName")` : sql``;
  await sql`create index "listingOfExpert" on "listing" ("expertRowId", "category")${includedColumns}`.execute(db);
}
