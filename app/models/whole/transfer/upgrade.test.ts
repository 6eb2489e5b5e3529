import SQLite from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { closeDatabase, db, migrate } from "~/db.server";
import { listBackups } from "./backup-bucket.server";
import { keepCopy } from "./upgrade.server";

beforeAll(() => migrate(db));

const rename = (siteName: string) =>
  db.insertInto("settings").values({ key: "siteName", value: siteName }).orReplace().execute();

function nameIn(copy: string): unknown {
  const database = new SQLite(copy, { readonly: true });
  try {
    return database.prepare("SELECT value FROM settings WHERE key = 'siteName'").pluck().get();
  } finally {
    database.close();
  }
}

test("reliability 5 two upgrades within one second keep a copy each; the fourth takes the place of the first", async () => {
  const now = new Date("2026-11-28T12:00:00.500Z");
  const copies: string[] = [];
  for (const name of ["First", "Second", "Third", "Fourth"]) {
    await rename(name);
    copies.push(await keepCopy(now));
  }
  expect(new Set(copies).size).toBe(4);
  expect(copies.slice(1).map(nameIn)).toEqual(["Second", "Third", "Fourth"]);
  const listedCopies = (await listBackups()).filter(({ name }) => name.includes("before-upgrade-"));
  expect(listedCopies.map(({ name }) => name)).toEqual(copies.slice(1).reverse());
  await closeDatabase();
});
