import type { Kysely } from "kysely";
import type { Engine } from "../../engine";
import { matchSqliteTypes } from "../../postgres/types";
import { createAccounts } from "./accounts";
import { createArticles } from "./articles";
import { createEvidence } from "./evidence";
import { createExperts } from "./experts";
import { createLibrary } from "./library";
import { createPostgresSearch } from "./postgres-search";
import { createPostgresTriggers } from "./postgres-triggers";
import { createSite } from "./site";
import { createSqliteSearch } from "./sqlite-search";
import { createSqliteTriggers } from "./sqlite-triggers";
import { createSubmissions } from "./submissions";

/** Creates the tables, which are the same on both engines, and each engine's triggers and full-text search. */
export async function up(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await createAccounts(db);
  await createExperts(db, kind);
  await createArticles(db, kind);
  await createSubmissions(db, kind);
  await createEvidence(db, kind);
  await createLibrary(db, kind);
  await createSite(db, kind);
  if (kind === "sqlite") {
    await createSqliteTriggers(db);
    await createSqliteSearch(db);
  } else {
    // Runs last, because a column that a trigger names can no longer change.
    await matchSqliteTypes(db);
    await createPostgresTriggers(db);
    await createPostgresSearch(db);
  }
  const typedDb = db as Kysely<{ contentVersion: { only: number; version: number } }>;
  await typedDb.insertInto("contentVersion").values({ only: 1, version: 1 }).execute();
}
