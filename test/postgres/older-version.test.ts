/** Tests a database as the migrations before the baseline left it. A dump of it, with rows, lies beside the tests. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { migrate, pendingMigrations } from "../../db/migrate";
import { migrationsOf } from "../../db/migrations/index";
import { connectPostgres, LONG_TIMEOUTS } from "../../db/postgres/connect";
import { createDatabase, dropDatabase } from "../support/postgres";
import { postgresSchema } from "../support/schemas";

const server = process.env.TEST_POSTGRES as string;

/** The numbers of rows in the dump. */
const ROWS = { experts: 49, articles: 5, users: 2, submissions: 2, images: 1, libraryContents: 1, auditLog: 7 };

async function makeDatabase(template?: string): Promise<{ url: string; client: pg.Client }> {
  const name = `older_${randomUUID().slice(0, 8)}`;
  await createDatabase(server, name, template);
  const url = Object.assign(new URL(server), { pathname: name }).href;
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await dropDatabase(server, name);
  });
  return { url, client };
}

async function loadDump(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(gunzipSync(readFileSync("test/support/older-version.sql.gz")).toString());
  await client.end();
}

test("reliability 5 a database of an older version keeps every row, and gets the schema of a new one", async () => {
  const [olderDatabase, newDatabase] = [await makeDatabase(), await makeDatabase("migrated")];
  await loadDump(olderDatabase.url);
  // One migration waits for the other, however long a slow machine takes.
  const { db, close } = await connectPostgres(olderDatabase.url, LONG_TIMEOUTS);
  onTestFinished(close);
  const allMigrations = Object.keys(migrationsOf("postgres"));
  expect(await pendingMigrations(db, "postgres")).toEqual({ pending: allMigrations, isNew: false });
  expect((await Promise.all([migrate(db, "postgres"), migrate(db, "postgres")])).flat().sort()).toEqual(allMigrations);
  expect(await pendingMigrations(db, "postgres")).toEqual({ pending: [], isNew: false });

  const schema = await postgresSchema(newDatabase.client);
  for (const [facts, rows] of Object.entries(await postgresSchema(olderDatabase.client)))
    expect(rows, facts).toEqual(schema[facts]);
  expect(schema.triggers?.length).toBeGreaterThan(50);
  for (const [table, count] of Object.entries(ROWS))
    expect((await olderDatabase.client.query(`select count(*)::int from "${table}"`)).rows, table).toEqual([{ count }]);
});

test("reliability 5 a database without all former migrations is not changed, and the message names the commit to start first", async () => {
  const { url, client } = await makeDatabase();
  await loadDump(url);
  await client.query("delete from kysely_migration where name = '0034_review_order'");
  const { db, close } = await connectPostgres(url);
  onTestFinished(close);
  for (const begin of [pendingMigrations, migrate])
    await expect(begin(db, "postgres")).rejects.toThrow(
      "start the version of commit d55e8f1 (24 November 2026) on it once",
    );
});
