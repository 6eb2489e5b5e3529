import { type Kysely, Migrator } from "kysely";
import { migrations } from "./migrations/index";
import type { Database } from "./schema";

/**
 * Brings the database to the newest schema, each migration in one transaction with its mark.
 *
 * @returns the names of the migrations that ran, in order; none on a second run.
 * @throws when a migration fails (nothing of it stays), or the database comes from a newer version of the code.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw explained(error);
  return results.map((result) => result.migrationName);
}

function explained(error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error);
  if (/previously executed migration .* is missing/.test(text)) {
    return new Error(
      "This database was made by a newer version of the program. Nothing was changed; start that version, or restore an older backup.",
    );
  }
  return new Error(`The database could not be brought up to date; nothing of the failed step stays. ${text}`);
}
