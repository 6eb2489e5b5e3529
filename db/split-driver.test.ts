import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Connection, connect } from "./connect";
import { migrate } from "./migrate";

let folder: string;
let connection: Connection;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "longevity-split-"));
  connection = connect(join(folder, "longevity.db"));
  await migrate(connection.db);
});
afterEach(async () => {
  await connection.close();
  rmSync(folder, { recursive: true });
});

const put = (db: Connection["db"], value: string) => db.insertInto("settings").values({ key: value, value }).execute();
const keys = async (db: Connection["db"]) =>
  (await db.selectFrom("settings").select("key").execute()).map((r) => r.key);

test("reads go on while a transaction takes its time, and see only what was committed; writes wait for it", async () => {
  const { db } = connection;
  let end: () => void = () => {};
  const wait = new Promise<void>((resolve) => {
    end = resolve;
  });
  const long = db.transaction().execute(async (tx) => {
    await put(tx, "a");
    expect(await keys(tx)).toEqual(["a"]);
    await wait;
  });
  const second = put(db, "b");
  expect(await keys(db)).toEqual([]);
  end();
  await Promise.all([long, second]);
  expect(await keys(db)).toEqual(["a", "b"]);
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

test("many at once each have their turn", async () => {
  const { db } = connection;
  const writes = Array.from({ length: 50 }, (_, place) =>
    place % 2 ? put(db, `k${place}`) : db.transaction().execute((tx) => put(tx, `k${place}`)),
  );
  await Promise.all(writes);
  expect(await keys(db)).toHaveLength(50);
});

test("a transaction that reads before it writes is not overtaken by another process", async () => {
  const { db } = connection;
  const other = connect(join(folder, "longevity.db"));
  other.sqlite.pragma("busy_timeout = 0");
  await db.transaction().execute(async (tx) => {
    expect(await keys(tx)).toEqual([]);
    await expect(put(other.db, "theirs")).rejects.toThrow("database is locked");
    await put(tx, "mine");
  });
  await put(other.db, "theirs");
  expect(await keys(db)).toEqual(["mine", "theirs"]);
  await other.close();
});

test("while another process writes, this one waits without standing still", async () => {
  const { db } = connection;
  const other = new SQLite(join(folder, "longevity.db"));
  other.exec("BEGIN IMMEDIATE");
  const writes = [put(db, "a"), db.transaction().execute((tx) => put(tx, "b"))];
  // This goes on only because nothing stands still: the other one ends its work from here.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await keys(db)).toEqual([]);
  other.exec("COMMIT");
  other.close();
  await Promise.all(writes);
  expect(await keys(db)).toEqual(["a", "b"]);
});

test("a full disk is told as what it is, leaves nothing behind, and the next write works", async () => {
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
