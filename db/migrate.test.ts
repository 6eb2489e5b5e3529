/** Bringing a database up to date: all of it or nothing, whenever it ends. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Migration, Migrator } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { type Connection, connect } from "./connect";
import { checkDatabase } from "./copy";
import { migrate, pendingMigrations } from "./migrate";
import { migrations } from "./migrations/index";

const NAMES = Object.keys(migrations);

function open(path: string): Connection {
  const connection = connect(path);
  onTestFinished(() => connection.close().catch(() => {}));
  return connection;
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "longevity-migrate-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const run = ({ db }: Connection, some: Record<string, Migration>) =>
  new Migrator({ db, provider: { getMigrations: async () => some } }).migrateToLatest();
const done = ({ sqlite }: Connection) =>
  sqlite.prepare("SELECT name FROM kysely_migration ORDER BY name").pluck().all();

test("5 what a crash leaves after any of the migrations is the database as it was, and the next start brings it up to date", async () => {
  const at = folder();
  const before = open(join(at, "longevity.db"));
  await run(before, Object.fromEntries(Object.entries(migrations).slice(0, 2)));
  before.sqlite.prepare("INSERT INTO settings VALUES ('siteName', 'Kept')").run();

  // After each step the files are taken as they lie on the disk: what is there when the power goes.
  const crashes: string[] = [];
  const watched = Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    {
      async up(db) {
        await up(db);
        const crash = join(at, `crash-${name}`);
        mkdirSync(crash);
        for (const file of ["longevity.db", "longevity.db-wal"]) copyFileSync(join(at, file), join(crash, file));
        crashes.push(join(crash, "longevity.db"));
        if (name === NAMES.at(-1)) throw new Error("the last one fails");
      },
    },
  ]);
  expect((await run(before, Object.fromEntries(watched))).error).toMatchObject({ message: "the last one fails" });
  expect(done(before)).toEqual(NAMES.slice(0, 2));
  expect(crashes).toHaveLength(NAMES.length - 2);

  for (const path of crashes) {
    const found = open(path);
    expect(done(found)).toEqual(NAMES.slice(0, 2));
    expect(await pendingMigrations(found.db)).toEqual({ pending: NAMES.slice(2), isNew: false });
    expect(await migrate(found.db)).toEqual(NAMES.slice(2));
    expect(await migrate(found.db)).toEqual([]);
    expect(found.sqlite.prepare("SELECT value FROM settings").pluck().all()).toEqual(["Kept"]);
    await found.close();
    await checkDatabase(path);
  }
});

test("5 a new database has everything to do and nothing to lose", async () => {
  const { db } = open(join(folder(), "longevity.db"));
  expect(await pendingMigrations(db)).toEqual({ pending: NAMES, isNew: true });
  await migrate(db);
  expect(await pendingMigrations(db)).toEqual({ pending: [], isNew: false });
});
