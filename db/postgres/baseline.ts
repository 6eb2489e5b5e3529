import { type Kysely, sql } from "kysely";
import { SEARCH_TABLES, searchTriggers } from "./baseline-search";
import { SITE_TABLES } from "./baseline-site";
import { createTriggers } from "./baseline-triggers";
import { WORK_TABLES } from "./baseline-work";
import { compareTextsByBytes } from "./collation";

/** The schema as it is on SQLite after migration 0022. Later migrations are the same on both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SITE_TABLES).execute(db);
  await sql.raw(WORK_TABLES).execute(db);
  await sql.raw(SEARCH_TABLES).execute(db);
  // A column that a trigger names cannot change any more.
  await compareTextsByBytes(db);
  await createTriggers(db);
  await sql.raw(searchTriggers()).execute(db);
  await sql`insert into "contentVersion" ("only", "version") values (1, 1)`.execute(db);
}
