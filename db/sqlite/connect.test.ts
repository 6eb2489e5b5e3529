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
const keys = async (db: Connection["db"]) =>
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
  const long = db.transaction().execute(async (tx) => {
    await put(tx, "a");
    expect(await keys(tx)).toEqual(["a"]);
    await wait;
  });
  const second = put(db, "b");
  expect(await keys(readDb)).toEqual([]);
  end();
  await Promise.all([long, second]);
  expect(await keys(readDb)).toEqual(["a", "b"]);
});

test("rolls back a failed transaction, and runs the next one", async () => {
  const { db } = connection;
  const failing = db.transaction().execute(async (tx) => {
    await put(tx, "a");
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await expect(put(db, null as never)).rejects.toThrow();
  await put(db, "b");
  expect(await keys(db)).toEqual(["b"]);
});

test("locks out writes of other processes from the beginning of a transaction", async () => {
  const { db } = connection;
  const otherConnection = connect(join(folder, "longevity.db"));
  otherConnection.sqlite.pragma("busy_timeout = 0");
  await db.transaction().execute(async (tx) => {
    expect(await keys(tx)).toEqual([]);
    await expect(put(otherConnection.db, "theirs")).rejects.toThrow("database is locked");
    await put(tx, "mine");
  });
  await put(otherConnection.db, "theirs");
  expect(await keys(db)).toEqual(["mine", "theirs"]);
  await otherConnection.close();
});

test("reports a full disk, rolls back, and writes again when there is space", async () => {
  const { db, sqlite } = connection;
  const pages = sqlite.pragma("page_count", { simple: true });
  sqlite.pragma(`max_page_count = ${pages}`);
  const large = "x".repeat(100_000);
  const full = { code: "SQLITE_FULL" };
  await expect(db.transaction().execute((tx) => put(tx, large))).rejects.toMatchObject(full);
  await expect(put(db, large)).rejects.toMatchObject(full);
  expect(await keys(db)).toEqual([]);
  sqlite.pragma("max_page_count = 1000000");
  await db.transaction().execute((tx) => put(tx, large));
  expect(await keys(db)).toEqual([large]);
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
  const counted = { rounds: 0, stop: () => clearImmediate(next) };
  let next = setImmediate(function count() {
    counted.rounds++;
    next = setImmediate(count);
  });
  return counted;
}

/** A query that takes longer than the limit of one run. */
const LONG = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000) SELECT count(*) FROM n";

test("reliability 9 yields the event loop between long queries, except in a transaction", async () => {
  const { db, readDb } = connection;
  const counted = countRounds();
  for (const database of [readDb, db]) {
    const roundsBefore = counted.rounds;
    for (let query = 0; query < 4; query++) await sql.raw(LONG).execute(database);
    expect(counted.rounds - roundsBefore).toBeGreaterThanOrEqual(3);
  }
  await db.transaction().execute(async (tx) => {
    const roundsBefore = counted.rounds;
    for (let query = 0; query < 4; query++) await sql.raw(LONG).execute(tx);
    expect(counted.rounds).toBe(roundsBefore);
  });
  counted.stop();
});

test("reliability 9 runs writes that arrive during a transaction after it", async () => {
  const { db } = connection;
  await sql.raw(LONG).execute(db);
  const first = db.transaction().execute(async (tx) => {
    await put(tx, "a");
    await sql.raw(LONG).execute(tx);
    expect(await keys(tx)).toEqual(["a"]);
    await put(tx, "b");
  });
  await Promise.all([first, put(db, "c"), db.transaction().execute((tx) => put(tx, "d"))]);
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
  const nested = db.transaction().execute(() => db.transaction().execute((tx) => put(tx, "nested")));
  await expect(nested).rejects.toThrow("use the transaction");
  expect(await db.transaction().execute(() => keys(readDb))).toEqual([]);
  let end = () => {};
  let later: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async () => {
    later = new Promise<void>((resolve) => {
      end = resolve;
    }).then(() => put(db, "later"));
  });
  end();
  await later;
  expect(await keys(db)).toEqual(["later"]);
});

test("the health check waits for no write that is under way, counts it as health, and fails without the file", async () => {
  const path = join(folder, "longevity.db");
  await connection.db.transaction().execute(async (tx) => {
    await put(tx, "under way");
    await tryWriting(path);
    await tryReading(path);
  });
  await tryWriting(path, 7);
  const { value } = await connection.db.selectFrom("cursors").select("value").executeTakeFirstOrThrow();
  expect(value).toBe("7");
  const missing = join(folder, "none.db");
  await expect(tryWriting(missing)).rejects.toMatchObject({ code: "SQLITE_CANTOPEN" });
  await expect(tryReading(missing)).rejects.toMatchObject({ code: "SQLITE_CANTOPEN" });
});
