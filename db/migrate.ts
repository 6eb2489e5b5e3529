import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Engine } from "./engine";
import { migrationsOf } from "./migrations/index";
import { matchSqliteTypes } from "./postgres/types";
import type { Database } from "./schema";

/**
 * Migrates the database to the newest schema, and returns the names of the migrations that ran. All run in one transaction,
 * so an error, a kill or a power failure leaves the database either unchanged or migrated.
 */
export async function migrate(db: Kysely<Database>, kind: Engine["kind"] = "sqlite"): Promise<string[]> {
  const adoptedNames = await adoptBaseline(db, kind);
  // Avoids the migrator, which reads all columns of all tables.
  if ((await pendingMigrations(db, kind)).pending.length === 0) return adoptedNames;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(kind) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw migrationProblem(error);
  return [...adoptedNames, ...results.map((result) => result.migrationName)];
}

/** Returns the migrations that `migrate` would run. `isNew` is true for a database without data. */
export async function pendingMigrations(
  db: Kysely<Database>,
  kind: Engine["kind"] = "sqlite",
): Promise<{ pending: string[]; isNew: boolean }> {
  const migrations = migrationsOf(kind);
  const marks = await marksIn(db, kind);
  const appliedNames = hasFormerMigrations(marks) ? [] : marks;
  if (appliedNames.some((name) => !(name in migrations))) throw new Error(NEWER_DATABASE);
  return { pending: Object.keys(migrations).filter((name) => !appliedNames.includes(name)), isNew: marks.length === 0 };
}

const MARKS = "kysely_migration";
type Marks = Kysely<{ [MARKS]: { name: string; timestamp: string } }>;

async function marksIn(db: Kysely<Database>, kind: Engine["kind"]): Promise<string[]> {
  // Queries the catalogue directly: Kysely's own inspection reads all columns of all tables.
  const tables =
    kind === "sqlite"
      ? sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ${MARKS}`
      : sql`SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = ${MARKS}`;
  if ((await tables.execute(db)).rows.length === 0) return [];
  const marks = await (db as unknown as Marks).selectFrom(MARKS).select("name").execute();
  return marks.map(({ name }) => name);
}

const BASELINE = "0001_baseline";
/** The first and last names of the migrations before the baseline, on SQLite and on PostgreSQL. */
const FIRST_FORMER = ["0001_experts", "0022_baseline"];
const LAST_FORMER = "0034_review_order";

/** Tells whether a database has the migrations that the baseline replaced. Throws if it lacks some of them. */
function hasFormerMigrations(marks: string[]): boolean {
  if (!marks.some((name) => FIRST_FORMER.includes(name))) return false;
  if (!marks.includes(LAST_FORMER)) throw new Error(TOO_OLD_DATABASE);
  if (marks.some((name) => name > LAST_FORMER)) throw new Error(NEWER_DATABASE);
  return true;
}

/** Marks the baseline as run in a database whose tables the former migrations created. */
async function adoptBaseline(db: Kysely<Database>, kind: Engine["kind"]): Promise<string[]> {
  if (!hasFormerMigrations(await marksIn(db, kind))) return [];
  return db.transaction().execute(async (tx) => {
    // Checks again, because another node may have done it.
    if (!hasFormerMigrations(await marksIn(tx, kind))) return [];
    if (kind === "postgres") await matchSqliteTypes(tx);
    const marks = tx as unknown as Marks;
    await marks.deleteFrom(MARKS).execute();
    await marks.insertInto(MARKS).values({ name: BASELINE, timestamp: new Date().toISOString() }).execute();
    return [BASELINE];
  });
}

const NEWER_DATABASE =
  "This database was made by a newer version of the program. Nothing was changed: please start that version, or restore an older backup.";

const TOO_OLD_DATABASE =
  "This database was made by an early version of the program. Nothing was changed; start the version of commit d55e8f1 (24 November 2026) on it once, then this one.";

function migrationProblem(error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error);
  if (text.includes("previously executed migration") && text.includes("is missing")) return new Error(NEWER_DATABASE);
  const message = `The database could not be migrated; the failed step was undone. ${text}`;
  return new Error(message, { cause: error });
}
