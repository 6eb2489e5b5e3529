/** The database of a test file or a site: its own, in the engine that the suite runs on. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { CompiledQuery, type Kysely } from "kysely";
import type { Engine } from "../../db/engine";
import { connectPostgres } from "../../db/postgres/connect";
import type { Database } from "../../db/schema";
import { sqliteEngine } from "../../db/sqlite/engine";
import { createDatabase, dropDatabase } from "./postgres";

/** The address of the PostgreSQL server; undefined when the suite runs on SQLite. */
const server = process.env.TEST_POSTGRES;

/** Such a site has a mail server, and its driver has timers of its own. */
export const onPostgres = server !== undefined;

/** Returns the environment for the database of a data folder: on SQLite nothing, because its file stands there. */
export function databaseSettings(dataDir: string): Record<string, string> {
  if (!server) return {};
  return {
    DATABASE_URL: addressIn(server, nameOf(dataDir)),
    SESSION_SECRET: "of-the-tests-".repeat(4),
    RELISTING_SECRET: "of-the-tests-too-".repeat(4),
    // Mail waits in the queue, because no server answers.
    SMTP_URL: "smtp://127.0.0.1:9",
  };
}

function addressIn(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = name;
  return url.href;
}

/** Makes the database of a data folder, with the newest schema; one that is there stays as it is. */
export async function makeDatabase(dataDir: string): Promise<void> {
  if (server) await createDatabase(server, nameOf(dataDir), "migrated");
}

export async function removeDatabase(dataDir: string): Promise<void> {
  if (server) await dropDatabase(server, nameOf(dataDir));
}

/** Works in the database of a data folder, beside the site that uses it. */
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
  return server ? connectPostgres(addressIn(server, nameOf(dataDir))) : sqliteEngine(join(dataDir, "longevity.db"));
}

function nameOf(dataDir: string): string {
  return `of_${createHash("sha256").update(dataDir).digest("hex").slice(0, 20)}`;
}

/**
 * Runs a statement of SQL in the database of a data folder, beside the site that uses it: "?" stands for a value, and
 * names need no quotes.
 */
export async function query<Row = Record<string, unknown>>(
  dataDir: string,
  statement: string,
  ...values: unknown[]
): Promise<Row[]> {
  const text = server ? inPostgres(statement) : statement;
  const { rows } = await inDatabase(dataDir, (db) => db.executeQuery(CompiledQuery.raw(text, values)));
  return rows as Row[];
}

/** PostgreSQL numbers the values, and names with capitals need quotes. */
function inPostgres(statement: string): string {
  let count = 0;
  return statement.replace(/'[^']*'|"[^"]*"|\?|\b[a-z]+[A-Z]\w*\b/g, (part) => {
    if (part === "?") return `$${++count}`;
    return /^['"]/.test(part) ? part : `"${part}"`;
  });
}
