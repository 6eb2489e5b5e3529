/** The database of a test file or a site: its own, in the engine that the suite runs on. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Engine } from "../../db/engine";
import { connectPostgres } from "../../db/postgres/connect";
import type { Database } from "../../db/schema";
import { sqliteEngine } from "../../db/sqlite/engine";
import { createDatabase, dropDatabase } from "./postgres";

/** The address of the PostgreSQL server; undefined when the suite runs on SQLite. */
const server = process.env.TEST_POSTGRES;

/** The database that belongs to a data folder: for DATABASE_URL; undefined on SQLite, whose file stands in it. */
export function databaseUrl(dataDir: string): string | undefined {
  if (!server) return undefined;
  const url = new URL(server);
  url.pathname = nameOf(dataDir);
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
  const url = databaseUrl(dataDir);
  return url ? connectPostgres(url) : sqliteEngine(join(dataDir, "longevity.db"));
}

function nameOf(dataDir: string): string {
  return `of_${createHash("sha256").update(dataDir).digest("hex").slice(0, 20)}`;
}
