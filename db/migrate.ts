import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Engine } from "./engine";
import { migrationsOf } from "./migrations/index";
import type { Database } from "./schema";

/**
 * Brings the database to the newest schema, all migrations with their marks in one transaction: whenever it ends, by
 * a fault, a kill or a power cut, the database is as before or up to date.
 */
export async function migrate(db: Kysely<Database>, kind: Engine["kind"] = "sqlite"): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(kind) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw explained(error);
  return results.map((result) => result.migrationName);
}

/** What `migrate` would run, and whether there is anything in the database that could be lost by it. */
export async function pendingMigrations(
  db: Kysely<Database>,
  kind: Engine["kind"] = "sqlite",
): Promise<{ pending: string[]; isNew: boolean }> {
  const migrations = migrationsOf(kind);
  // Asked directly: Kysely's own look at the database takes in all columns of all tables.
  const tables =
    kind === "sqlite"
      ? sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ${MARKS}`
      : sql`SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = ${MARKS}`;
  if ((await tables.execute(db)).rows.length === 0) return { pending: Object.keys(migrations), isNew: true };
  const marks = await (db as unknown as Kysely<{ [MARKS]: { name: string } }>)
    .selectFrom(MARKS)
    .select("name")
    .execute();
  const done = new Set(marks.map(({ name }) => name));
  if ([...done].some((name) => !(name in migrations))) throw new Error(NEWER);
  return { pending: Object.keys(migrations).filter((name) => !done.has(name)), isNew: done.size === 0 };
}

const MARKS = "kysely_migration";

const NEWER =
  "This database was made by a newer version of the program. Nothing was changed; start that version, or restore an older backup.";

function explained(error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error);
  if (text.includes("previously executed migration") && text.includes("is missing")) return new Error(NEWER);
  const message = `The database could not be brought up to date; nothing of the failed step stays. ${text}`;
  return new Error(message, { cause: error });
}
