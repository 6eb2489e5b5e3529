/** Creates databases of versions before the baseline migration. */
import { Migrator } from "kysely/migration";
import { migrationsOf } from "../../db/migrations/index";
import { connect } from "../../db/sqlite/connect";

/** The names of those former migrations that the program looks for. */
export const FORMER_MIGRATIONS = ["0001_experts", "0034_review_order"];

/** Creates such a database at `path` and runs `statements` in it. */
export async function makeFormerDatabase(
  path: string,
  { statements = "", marks: migrationNames = FORMER_MIGRATIONS } = {},
): Promise<void> {
  const { db, sqlite, close } = connect(path);
  const [baseline] = Object.entries(migrationsOf("sqlite"));
  const provider = { getMigrations: async () => Object.fromEntries(baseline ? [baseline] : []) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  sqlite.exec(`DELETE FROM kysely_migration; ${statements}`);
  for (const migrationName of migrationNames)
    sqlite.prepare("INSERT INTO kysely_migration VALUES (?, '2026-11-24')").run(migrationName);
  await close();
}
