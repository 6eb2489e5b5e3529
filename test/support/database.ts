/** Each test file and each site has its own database, in the engine that the suite runs on. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { CompiledQuery, type Kysely } from "kysely";
import { copyToPostgres } from "../../db/copy/databases";
import type { Engine } from "../../db/engine";
import { connectPostgres } from "../../db/postgres/connect";
import type { Database } from "../../db/schema";
import { sqliteEngine } from "../../db/sqlite/engine";
import { createDatabase, dropDatabase } from "./postgres";

/** The address of the PostgreSQL server; undefined when the suite runs on SQLite. */
const serverAddress = process.env.TEST_POSTGRES;

/** True when the suite runs on PostgreSQL, where each site has an SMTP_URL and the driver has its own timers. */
export const onPostgres = serverAddress !== undefined;

/** Returns the environment variables for the database of a data folder; none on SQLite, whose file is in the folder. */
export function databaseSettings(dataDir: string): Record<string, string> {
  return serverAddress ? postgresSettings(withDatabaseName(serverAddress, databaseName(dataDir))) : {};
}

/**
 * Lets models that are imported afterwards write for a site outside unit tests, whose set-up does the same: they open the
 * database of DATA_DIR when they are loaded, and need no addresses of pages.
 */
export async function prepareModels({ dataDir }: { dataDir: string }): Promise<void> {
  process.env.DATA_DIR ??= dataDir;
  if (!process.env.DATABASE_URL) Object.assign(process.env, databaseSettings(dataDir));
  if (process.env.VITEST) return;
  const { reserveAddresses } = await import("../../app/models/base/parts/addresses.server");
  reserveAddresses([]);
}

/** Returns the environment variables that the program requires with a PostgreSQL database on another machine. */
export function postgresSettings(address: string): Record<string, string> {
  return {
    DATABASE_URL: address,
    SESSION_SECRET: "of-the-tests-".repeat(4),
    RELISTING_SECRET: "of-the-tests-too-".repeat(4),
    // Mail waits in the queue, because no server answers.
    SMTP_URL: "smtp://127.0.0.1:9",
  };
}

function withDatabaseName(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = name;
  return url.href;
}

/** The names of the databases that the suite prepares on PostgreSQL: one has the newest schema alone, one the starter directory. */
export const TEMPLATES = { empty: "migrated", starter: "starter" };

/** Creates the database of a data folder on PostgreSQL as a copy of a template. An existing one stays as it is. */
export async function makeDatabase(dataDir: string, template: keyof typeof TEMPLATES = "empty"): Promise<void> {
  if (serverAddress) await createDatabase(serverAddress, databaseName(dataDir), TEMPLATES[template]);
}

/** Creates the database of a data folder on PostgreSQL with the rows of the SQLite file in the folder. */
export async function copyFileToServer(dataDir: string): Promise<void> {
  if (!serverAddress) return;
  await makeDatabase(dataDir);
  await inDatabase(dataDir, (db) =>
    db.transaction().execute((tx) => copyToPostgres(join(dataDir, "longevity.db"), tx)),
  );
}

export async function removeDatabase(dataDir: string): Promise<void> {
  if (serverAddress) await dropDatabase(serverAddress, databaseName(dataDir));
}

/** Calls `work` with a connection to the database of a data folder, also while a site uses it. */
export async function inDatabase<Result>(
  dataDir: string,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const { db, close } = await openDatabase(dataDir);
  try {
    return await work(db);
  } finally {
    await close();
  }
}

export async function openDatabase(dataDir: string): Promise<Engine> {
  return serverAddress
    ? connectPostgres(withDatabaseName(serverAddress, databaseName(dataDir)))
    : sqliteEngine(join(dataDir, "longevity.db"));
}

function databaseName(dataDir: string): string {
  return `of_${createHash("sha256").update(dataDir).digest("hex").slice(0, 20)}`;
}

/**
 * Runs an SQL statement in the database of a data folder, also while a site uses it. "?" stands for a value, and names
 * need no quotes.
 */
export async function query<Row = Record<string, unknown>>(
  dataDir: string,
  statement: string,
  ...values: unknown[]
): Promise<Row[]> {
  const text = serverAddress ? toPostgres(statement) : statement;
  const { rows } = await inDatabase(dataDir, (db) => db.executeQuery(CompiledQuery.raw(text, values)));
  return rows as Row[];
}

/** Numbers the values and quotes the names with capitals, as PostgreSQL requires. */
function toPostgres(statement: string): string {
  let placeholderCount = 0;
  return statement.replace(/'[^']*'|"[^"]*"|\?|\b[a-z]+[A-Z]\w*\b/g, (part) => {
    if (part === "?") return `$${++placeholderCount}`;
    return /^['"]/.test(part) ? part : `"${part}"`;
  });
}
