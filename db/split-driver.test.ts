import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
