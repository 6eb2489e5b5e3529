/** Tests that migrations run completely or not at all, also if they are interrupted. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { expect, onTestFinished, test } from "vitest";
import { FORMER_MIGRATIONS, makeFormerDatabase } from "../test/support/former-database";
import { migrate, pendingMigrations } from "./migrate";
import { indexAllExperts } from "./migrations/0003_search_by_question";
import { migrationsOf } from "./migrations/index";
import { type Connection, connect } from "./sqlite/connect";
import { checkDatabase } from "./sqlite/copy";

const migrations = migrationsOf("sqlite");

const NAMES = Object.keys(migrations);

function open(path: string): Connection {
  const connection = connect(path);
  onTestFinished(() => connection.close().catch(() => {}));
  return connection;
}

function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "longevity-migrate-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const run = ({ db }: Connection, selected: Record<string, Migration>) =>
  new Migrator({ db, provider: { getMigrations: async () => selected } }).migrateToLatest();
const appliedMigrations = ({ sqlite }: Connection) =>
  sqlite.prepare("SELECT name FROM kysely_migration ORDER BY name").pluck().all();

test("reliability 5 a crash after any migration leaves the former database, which the next start migrates", async () => {
  const folder = makeFolder();
  const connection = open(join(folder, "longevity.db"));

  // Copies the files after each step as they are on the disk, which is the state after a power cut.
  const crashes: string[] = [];
  const crashingMigrations = Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    {
      async up(db) {
        await up(db);
        const crash = join(folder, `crash-${name}`);
        mkdirSync(crash);
        for (const file of ["longevity.db", "longevity.db-wal"]) copyFileSync(join(folder, file), join(crash, file));
        crashes.push(join(crash, "longevity.db"));
        if (name === NAMES.at(-1)) throw new Error("the last one fails");
      },
    },
  ]);
  expect((await run(connection, Object.fromEntries(crashingMigrations))).error).toMatchObject({
    message: "the last one fails",
  });
  expect(appliedMigrations(connection)).toEqual([]);
  expect(crashes).toHaveLength(NAMES.length);

  for (const path of crashes) {
    const connection = open(path);
    expect(await pendingMigrations(connection.db)).toEqual({ pending: NAMES, isNew: true });
    expect(connection.sqlite.prepare("SELECT name FROM sqlite_master WHERE name NOT LIKE '%kysely%'").all()).toEqual(
      [],
    );
    // All databases are equally empty, so only the first and the last are migrated.
    if ([crashes[0], crashes.at(-1)].includes(path)) {
      expect(await migrate(connection.db)).toEqual(NAMES);
      expect(await migrate(connection.db)).toEqual([]);
    }
    await connection.close();
    await checkDatabase(path);
  }
});

test("reliability 5 all migrations are pending for a new database, which has no data to lose", async () => {
  const { db } = open(join(makeFolder(), "longevity.db"));
  expect(await pendingMigrations(db)).toEqual({ pending: NAMES, isNew: true });
  await migrate(db);
  expect(await pendingMigrations(db)).toEqual({ pending: [], isNew: false });
});

async function formerDatabase(marks = FORMER_MIGRATIONS): Promise<Connection> {
  const path = join(makeFolder(), "longevity.db");
  await makeFormerDatabase(path, { statements: "INSERT INTO settings VALUES ('siteName', 'Kept')", marks });
  return open(path);
}

test("reliability 5 a database of the former migrations is marked with the baseline instead, completely or not at all", async () => {
  const { db, sqlite, ...rest } = await formerDatabase();
  expect(await pendingMigrations(db)).toEqual({ pending: NAMES, isNew: false });
  sqlite.exec(
    "CREATE TRIGGER full BEFORE INSERT ON kysely_migration BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
  );
  await expect(migrate(db)).rejects.toThrow("the disk is full");
  expect(appliedMigrations({ db, sqlite, ...rest })).toEqual(FORMER_MIGRATIONS);
  sqlite.exec("DROP TRIGGER full");
  expect(await migrate(db)).toEqual(NAMES);
  expect(appliedMigrations({ db, sqlite, ...rest })).toEqual(NAMES);
  expect(sqlite.prepare("SELECT value FROM settings").pluck().all()).toEqual(["Kept"]);
});

test("reliability 5 a database with fewer or unknown migrations is not changed, and the error says why", async () => {
  for (const [marks, reason] of [
    [["0001_experts", "0033_key_scopes"], "start the version of commit d55e8f1 (24 November 2026) on it once"],
    [[...FORMER_MIGRATIONS, "0035_later"], "made by a newer version"],
    [[...NAMES, "9999_future"], "made by a newer version"],
  ] as const) {
    const database = await formerDatabase([...marks]);
    await expect(pendingMigrations(database.db)).rejects.toThrow(reason);
    await expect(migrate(database.db)).rejects.toThrow(reason);
    expect(appliedMigrations(database)).toEqual(marks);
  }
});

test("reliability 5 the upgrade moves names of suggestions and texts without sources from JSON to columns", async () => {
  const connection = open(join(makeFolder(), "longevity.db"));
  const earlierNames = NAMES.slice(0, NAMES.indexOf("0006_named_in_columns"));
  const migration = await run(
    connection,
    Object.fromEntries(earlierNames.map((name) => [name, migrations[name] as Migration])),
  );
  expect(migration.error).toBeUndefined();
  const { sqlite } = connection;
  const insertSuggestion = sqlite.prepare(
    `INSERT INTO "suggestions" VALUES (?, 'expert', '', 'biography', ?, 'p', 'm', 't', NULL)`,
  );
  insertSuggestion.run("named", JSON.stringify({ name: 'Ada "Lovely" Full', sentences: [] }));
  insertSuggestion.run("old", "A text from before there was JSON.");
  insertSuggestion.run("broken", "{ name");
  const columns = `"id", "slug", "name", "sortName", "createdAt", "updatedAt"`;
  const requiredColumns = sqlite
    .prepare(`SELECT "name" FROM pragma_table_info('experts') WHERE "notnull" AND "dflt_value" IS NULL AND NOT "pk"`)
    .pluck()
    .all() as string[];
  const missingColumns = requiredColumns.filter((name) => !columns.includes(`"${name}"`));
  const columnList = [columns, ...missingColumns.map((name) => `"${name}"`)].join(", ");
  const values = ["'e1', 'ada', 'Ada', 'ada', 't', 't'", ...missingColumns.map(() => "'[]'")].join(", ");
  sqlite.exec(`INSERT INTO "experts" (${columnList}) VALUES (${values})`);
  const listedTexts = JSON.stringify(["articles/gone", "experts/e1", "nonsense"]);
  sqlite.prepare(`INSERT INTO "cursors" VALUES ('unsupportedTexts', ?)`).run(listedTexts);
  await migrate(connection.db);
  const people = sqlite.prepare(`SELECT "id", "personName" FROM "suggestions" ORDER BY "id"`).raw().all();
  expect(people).toEqual([
    ["broken", ""],
    ["named", 'Ada "Lovely" Full'],
    ["old", ""],
  ]);
  const rows = sqlite.prepare(`SELECT "expertRowId", "articleRowId" FROM "unsupportedTexts"`).raw().all();
  expect([rows, sqlite.prepare(`SELECT * FROM "cursors"`).all()]).toEqual([[[1, null]], []]);
});

/** Returns a row of `experts` with a value in each column that has no default. */
function requiredValuesOf({ sqlite }: Connection, value: string): Record<string, string> {
  const columns = sqlite.prepare(
    "SELECT name FROM pragma_table_info('experts') WHERE \"notnull\" = 1 AND dflt_value IS NULL AND pk = 0",
  );
  return Object.fromEntries(
    columns
      .pluck()
      .all()
      .map((name) => [String(name), value]),
  );
}

/** Lists the expert with the row number 1. */
async function addListing({ db }: Connection, sortsAs: string): Promise<void> {
  const listing = { category: "*", rank: 1, sortName: "", createdAt: "", updatedAt: "", reviewedAt: "" };
  await db
    .insertInto("listing")
    .values({ ...listing, expertRowId: 1, sortsAs } as never)
    .execute();
}

test("reliability 5 a step that indexes people works before a later step adds a searched column", async () => {
  const connection = open(join(makeFolder(), "longevity.db"));
  const { db, sqlite } = connection;
  await migrate(db);
  const row = { ...requiredValuesOf(connection, "[]"), rowId: 1, id: "e1", slug: "ada", name: "Ada", country: "" };
  await db
    .insertInto("experts")
    .values(row as never)
    .execute();
  await addListing(connection, "ada");
  sqlite.exec(`DROP INDEX "expertsByInstitution"; ALTER TABLE "experts" DROP COLUMN "affiliation"`);
  await indexAllExperts(db as unknown as Kysely<unknown>, "sqlite");
  expect(sqlite.prepare(`SELECT "name" FROM "searchTexts"`).pluck().all()).toEqual([expect.stringContaining("ada")]);
});

test("migrations are numbered without gaps", () => {
  expect(NAMES.map((name) => Number(name.slice(0, 4)))).toEqual(NAMES.map((_, index) => index + 1));
});

test("reliability 5 the upgrade recomputes sort keys of names, except those that an editor set", async () => {
  const connection = open(join(makeFolder(), "longevity.db"));
  const { db, sqlite } = connection;
  const earlierNames = NAMES.slice(0, NAMES.indexOf("0038_names_again"));
  const earlierMigrations = Object.fromEntries(earlierNames.map((name) => [name, migrations[name] as Migration]));
  expect((await run(connection, earlierMigrations)).error).toBeUndefined();
  const requiredValues = { ...requiredValuesOf(connection, "[]"), country: "" };
  const insertExpert = (rowId: number, name: string, extraColumns: object) =>
    db
      .insertInto("experts")
      .values({ ...requiredValues, rowId, id: `id${rowId}`, slug: `slug${rowId}`, name, ...extraColumns } as never)
      .execute();
  await insertExpert(1, "Prof. em. Hans Küng", { sortsAs: "kung em hans", nameKey: "kung e" });
  await insertExpert(2, "Gabriel García Márquez", {
    givenSortName: "García Márquez, Gabriel",
    sortsAs: "garcia marquez gabriel",
  });
  await addListing(connection, "kung em hans");
  await migrate(db);
  const rows = sqlite.prepare("SELECT sortsAs, nameKey FROM experts ORDER BY rowId").raw().all();
  expect(rows).toEqual([
    ["kung hans", "kung h"],
    ["garcia marquez gabriel", "marquz g"],
  ]);
  expect(sqlite.prepare("SELECT sortsAs FROM listing").pluck().all()).toEqual(["kung hans"]);
});
