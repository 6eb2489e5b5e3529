import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "../migrate";
import { type Connection, connect } from "./connect";
import { tryReading, tryWriting } from "./health";

let folder: string;
let connection: Connection;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "longevity-connect-"));
  connection = connect(join(folder, "longevity.db"));
  await migrate(connection.db);
});
afterEach(async () => {
  await connection.close();
  rmSync(folder, { recursive: true });
});

const put = (db: Connection["db"], key: string) => db.insertInto("settings").values({ key, value: key }).execute();
const readKeys = async (db: Connection["db"]) =>
  (await db.selectFrom("settings").select("key").execute()).map(({ key }) => key);

test("opens every connection with WAL, full sync, foreign keys and a busy time-out", async () => {
  for (const database of [connection.db, connection.readDb]) {
    const pragma = async (name: string) => {
      const { rows } = await sql.raw<object>(`PRAGMA ${name}`).execute(database);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await pragma("journal_mode")).toBe("wal");
    expect(await pragma("synchronous")).toBe(2); // FULL
    expect(await pragma("foreign_keys")).toBe(1);
    expect(await pragma("busy_timeout")).toBeGreaterThanOrEqual(5_000);
  }
});

test("refuses writes on the reading connection", async () => {
  await expect(put(connection.readDb, "a")).rejects.toThrow(/readonly/);
});

test("reads committed rows during a long transaction, and lets writes wait for its end", async () => {
  const { db, readDb } = connection;
  let end = () => {};
  const wait = new Promise<void>((resolve) => {
    end = resolve;
  });
  const longTransaction = db.transaction().execute(async (tx) => {
    await put(tx, "a");
    expect(await readKeys(tx)).toEqual(["a"]);
    await wait;
  });
  const secondWrite = put(db, "b");
  expect(await readKeys(readDb)).toEqual([]);
  end();
  await Promise.all([longTransaction, secondWrite]);
  expect(await readKeys(readDb)).toEqual(["a", "b"]);
});

test("rolls back a failed transaction, and runs the next one", async () => {
  const { db } = connection;
  const failingTransaction = db.transaction().execute(async (tx) => {
    await put(tx, "a");
    throw new Error("no");
  });
  await expect(failingTransaction).rejects.toThrow("no");
  await expect(put(db, null as never)).rejects.toThrow();
  await put(db, "b");
  expect(await readKeys(db)).toEqual(["b"]);
});

test("locks out writes of other processes from the beginning of a transaction", async () => {
  const { db } = connection;
  const otherConnection = connect(join(folder, "longevity.db"));
  otherConnection.sqlite.pragma("busy_timeout = 0");
  await db.transaction().execute(async (tx) => {
    expect(await readKeys(tx)).toEqual([]);
    await expect(put(otherConnection.db, "theirs")).rejects.toThrow("database is locked");
    await put(tx, "mine");
  });
  await put(otherConnection.db, "theirs");
  expect(await readKeys(db)).toEqual(["mine", "theirs"]);
  await otherConnection.close();
});

test("reports a full disk, rolls back, and writes again when there is space", async () => {
  const { db, sqlite } = connection;
  const pages = sqlite.pragma("page_count", { simple: true });
  sqlite.pragma(`max_page_count = ${pages}`);
  const largeKey = "x".repeat(100_000);
  const fullError = { code: "SQLITE_FULL" };
  await expect(db.transaction().execute((tx) => put(tx, largeKey))).rejects.toMatchObject(fullError);
  await expect(put(db, largeKey)).rejects.toMatchObject(fullError);
  expect(await readKeys(db)).toEqual([]);
  sqlite.pragma("max_page_count = 1000000");
  await db.transaction().execute((tx) => put(tx, largeKey));
  expect(await readKeys(db)).toEqual([largeKey]);
});

test("returns the committed content version", async () => {
  const { db, contentVersion } = connection;
  const version = await contentVersion();
  await db.transaction().execute(async (tx) => {
    await put(tx, "siteName");
    expect(await contentVersion()).toBe(version);
  });
  expect(await contentVersion()).toBe(version + 1);
});

/** Counts the rounds of the event loop during synchronous work. */
function countRounds(): { rounds: number; stop(): void } {
  const counter = { rounds: 0, stop: () => clearImmediate(nextImmediate) };
  let nextImmediate = setImmediate(function count() {
    counter.rounds++;
    nextImmediate = setImmediate(count);
  });
  return counter;
}

/** A query that takes longer than the limit of one run. */
const LONG = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000) SELECT count(*) FROM n";

test("reliability 9 yields the event loop between long queries, except in a transaction", async () => {
  const { db, readDb } = connection;
  const counter = countRounds();
  for (const database of [readDb, db]) {
    const roundsBefore = counter.rounds;
    for (let query = 0; query < 4; query++) await sql.raw(LONG).execute(database);
    expect(counter.rounds - roundsBefore).toBeGreaterThanOrEqual(3);
  }
  await db.transaction().execute(async (tx) => {
    const roundsBefore = counter.rounds;
    for (let query = 0; query < 4; query++) await sql.raw(LONG).execute(tx);
    expect(counter.rounds).toBe(roundsBefore);
  });
  counter.stop();
});

test("reliability 9 runs writes that arrive during a transaction after it", async () => {
  const { db } = connection;
  await sql.raw(LONG).execute(db);
  const firstTransaction = db.transaction().execute(async (tx) => {
    await put(tx, "a");
    await sql.raw(LONG).execute(tx);
    expect(await readKeys(tx)).toEqual(["a"]);
    await put(tx, "b");
  });
  await Promise.all([firstTransaction, put(db, "c"), db.transaction().execute((tx) => put(tx, "d"))]);
  const { rows } = await sql<{ key: string }>`SELECT "key" FROM "settings" ORDER BY "rowid"`.execute(db);
  expect(rows.map(({ key }) => key)).toEqual(["a", "b", "c", "d"]);
});

test("refuses a query outside the transaction in its callback, and allows it afterwards", async () => {
  const { db, readDb } = connection;
  const outsideQuery = db.transaction().execute(async (tx) => {
    await put(tx, "inside");
    await put(db, "beside");
  });
  await expect(outsideQuery).rejects.toThrow("use the transaction that its callback is given");
  const nestedQuery = db.transaction().execute(() => db.transaction().execute((tx) => put(tx, "nested")));
  await expect(nestedQuery).rejects.toThrow("use the transaction");
  expect(await db.transaction().execute(() => readKeys(readDb))).toEqual([]);
  let end = () => {};
  let laterWrite: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async () => {
    laterWrite = new Promise<void>((resolve) => {
      end = resolve;
    }).then(() => put(db, "later"));
  });
  end();
  await laterWrite;
  expect(await readKeys(db)).toEqual(["later"]);
});

test("the health check does not wait for a running write, counts it as healthy, and fails without the file", async () => {
  const path = join(folder, "longevity.db");
  await connection.db.transaction().execute(async (tx) => {
    await put(tx, "under way");
    await tryWriting(path);
    await tryReading(path);
  });
  await tryWriting(path, 7);
  const { value } = await connection.db.selectFrom("cursors").select("value").executeTakeFirstOrThrow();
  expect(value).toBe("7");
  const missingPath = join(folder, "none.db");
  await expect(tryWriting(missingPath)).rejects.toMatchObject({ code: "SQLITE_CANTOPEN" });
  await expect(tryReading(missingPath)).rejects.toMatchObject({ code: "SQLITE_CANTOPEN" });
});
