import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Engine } from "./engine";
import { migrationsOf } from "./migrations/index";
import { likeSqlite } from "./postgres/types";
import type { Database } from "./schema";

/**
 * Brings the database to the newest schema. All migrations and their marks run in one transaction, so a fault, a kill or a
 * power cut leaves the database as before or up to date. Returns the names of those that ran.
 */
export async function migrate(db: Kysely<Database>, kind: Engine["kind"] = "sqlite"): Promise<string[]> {
  const adopted = await adopt(db, kind);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(kind) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw explained(error);
  return [...adopted, ...results.map((result) => result.migrationName)];
}

/** Returns the migrations that `migrate` would run, and whether the database has data that they could lose. */
export async function pendingMigrations(
  db: Kysely<Database>,
  kind: Engine["kind"] = "sqlite",
): Promise<{ pending: string[]; isNew: boolean }> {
  const migrations = migrationsOf(kind);
  const marks = await marksIn(db, kind);
  const done = isBeforeBaseline(marks) ? [] : marks;
  if (done.some((name) => !(name in migrations))) throw new Error(NEWER);
  return { pending: Object.keys(migrations).filter((name) => !done.includes(name)), isNew: marks.length === 0 };
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
const FIRST_BEFORE = ["0001_experts", "0022_baseline"];
const LAST_BEFORE = "0034_review_order";

/** Tells whether these are the marks of the migrations that the baseline replaced. Throws if some of them had not run. */
function isBeforeBaseline(marks: string[]): boolean {
  if (!marks.some((name) => FIRST_BEFORE.includes(name))) return false;
  if (!marks.includes(LAST_BEFORE)) throw new Error(TOO_OLD);
  if (marks.some((name) => name > LAST_BEFORE)) throw new Error(NEWER);
  return true;
}

/** Marks the baseline as run in a database that has its tables from the migrations before it. */
async function adopt(db: Kysely<Database>, kind: Engine["kind"]): Promise<string[]> {
  if (!isBeforeBaseline(await marksIn(db, kind))) return [];
  return db.transaction().execute(async (tx) => {
    // Ends if another node has done it meanwhile.
    if (!isBeforeBaseline(await marksIn(tx, kind))) return [];
    if (kind === "postgres") await likeSqlite(tx);
    const marks = tx as unknown as Marks;
    await marks.deleteFrom(MARKS).execute();
    await marks.insertInto(MARKS).values({ name: BASELINE, timestamp: new Date().toISOString() }).execute();
    return [BASELINE];
  });
}

const NEWER =
  "This database was made by a newer version of the program. Nothing was changed; start that version, or restore an older backup.";

const TOO_OLD =
  "This database was made by an early version of the program. Nothing was changed; start the version of commit d55e8f1 (24 November 2026) on it once, then this one.";

function explained(error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error);
  if (text.includes("previously executed migration") && text.includes("is missing")) return new Error(NEWER);
  const message = `The database could not be brought up to date; nothing of the failed step stays. ${text}`;
  return new Error(message, { cause: error });
}
