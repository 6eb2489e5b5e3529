import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "../migrate";
import { type Connection, connect } from "./connect";

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

test("every connection waits for others, holds to the links between rows and survives a power cut", async () => {
  for (const opened of [connection.db, connection.readDb]) {
    const pragma = async (name: string) => {
      const { rows } = await sql.raw<object>(`PRAGMA ${name}`).execute(opened);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await pragma("journal_mode")).toBe("wal");
    expect(await pragma("synchronous")).toBe(2); // FULL
    expect(await pragma("foreign_keys")).toBe(1);
    expect(await pragma("busy_timeout")).toBeGreaterThanOrEqual(5_000);
  }
});

test("what reads cannot write", async () => {
  await expect(put(connection.readDb, "a")).rejects.toThrow(/readonly/);
});

test("reads go on while a transaction takes its time, and see only what was committed; writes wait for it", async () => {
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

test("a transaction that fails leaves nothing, and the next one has its turn", async () => {
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

test("a transaction that reads before it writes is not overtaken by another process", async () => {
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

test("a full disk is reported as what it is, leaves nothing behind, and the next write works", async () => {
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

test("the content version is read from what is committed", async () => {
  const { db, contentVersion } = connection;
  const before = await contentVersion();
  await db.transaction().execute(async (tx) => {
    await put(tx, "siteName");
    expect(await contentVersion()).toBe(before);
  });
  expect(await contentVersion()).toBe(before + 1);
});

/** Counts the rounds of Node's loop while work runs that never waits. */
function countRounds(): { rounds: number; stop(): void } {
  const counted = { rounds: 0, stop: () => clearImmediate(next) };
  let next = setImmediate(function count() {
    counted.rounds++;
    next = setImmediate(count);
  });
  return counted;
}

/** Takes longer than one run of queries may. */
const LONG = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000) SELECT count(*) FROM n";

test("reliability 9 long queries let others in between, in a transaction they do not", async () => {
  const { db, readDb } = connection;
  const counted = countRounds();
  for (const database of [readDb, db]) {
    const before = counted.rounds;
    for (let query = 0; query < 4; query++) await sql.raw(LONG).execute(database);
    expect(counted.rounds - before).toBeGreaterThanOrEqual(3);
  }
  await db.transaction().execute(async (tx) => {
    const before = counted.rounds;
    for (let query = 0; query < 4; query++) await sql.raw(LONG).execute(tx);
    expect(counted.rounds).toBe(before);
  });
  counted.stop();
});

test("reliability 9 whoever is let in between has its turn after a transaction, not within it", async () => {
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

test("a query beside a transaction, awaited within it, fails at once; after it, and beside it, it is as ever", async () => {
  const { db, readDb } = connection;
  const beside = db.transaction().execute(async (tx) => {
    await put(tx, "inside");
    await put(db, "beside");
  });
  await expect(beside).rejects.toThrow("use the transaction that its callback is given");
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
