/** Bringing a database up to date: all of it or nothing, whenever it ends. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Migration, Migrator } from "kysely/migration";
import { expect, onTestFinished, test } from "vitest";
import { migrate, pendingMigrations } from "./migrate";
import { migrationsOf } from "./migrations/index";
import { type Connection, connect } from "./sqlite/connect";
import { checkDatabase } from "./sqlite/copy";
import { sqliteSearch } from "./sqlite/full-text";

const migrations = migrationsOf("sqlite");

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

/** What migrations up to 0010 once made for searches, and 0011 replaces. */
const FORMER_SEARCH = `
  CREATE VIRTUAL TABLE "expertSearch" USING fts5("tokens", content = '', contentless_delete = 1, detail = none,
    prefix = '1 2 3 4', tokenize = "ascii tokenchars '=+:'");
  CREATE VIRTUAL TABLE "expertSearchTokens" USING fts5vocab("expertSearch", row);
  CREATE TABLE "searchDocuments" ("rowId" INTEGER PRIMARY KEY, "number" INTEGER NOT NULL, "nameWords" TEXT NOT NULL);
  CREATE TABLE "searchCategories" ("id" INTEGER PRIMARY KEY, "categories" TEXT NOT NULL UNIQUE);
  CREATE TABLE "searchNames" ("word" TEXT PRIMARY KEY, "experts" INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE "searchNameVariants" ("variant" TEXT, "word" TEXT, PRIMARY KEY ("variant", "word")) WITHOUT ROWID;
  CREATE VIRTUAL TABLE "imageSearch" USING fts5("scope", "words", content = '', contentless_delete = 1);
  CREATE VIRTUAL TABLE "articleSearch" USING fts5("scope", "words", content = '', contentless_delete = 1);
  CREATE VIRTUAL TABLE "librarySearch" USING fts5("scope", "words", content = '', contentless_delete = 1);
  CREATE VIRTUAL TABLE "submissionSearch" USING fts5("status", "texts", content = '', contentless_delete = 1);
  CREATE TRIGGER "submissionSearchAdded" AFTER INSERT ON "submissions" BEGIN
    INSERT INTO "submissionSearch" ("rowid", "status", "texts") VALUES (new."rowId", new."status", new."name"); END;
  CREATE TRIGGER "submissionSearchChanged" AFTER UPDATE OF "name" ON "submissions" BEGIN
    DELETE FROM "submissionSearch" WHERE "rowid" = old."rowId"; END;
  CREATE TRIGGER "submissionSearchRemoved" AFTER DELETE ON "submissions" BEGIN
    DELETE FROM "submissionSearch" WHERE "rowid" = old."rowId"; END;
  INSERT INTO "expertSearch" ("rowid", "tokens") VALUES (1, 'old');
  INSERT INTO "articleSearch" ("rowid", "scope", "words") VALUES (9, 'kept', 'old')`;

const SOME_DATA = `
  INSERT INTO "experts" ("rowId", "id", "slug", "name", "sortName", "title", "categories", "imageUrl",
    "longevityContribution", "origin", "createdAt", "updatedAt", "biography")
    VALUES (3, 'e', 'zoe', 'Zoë Núñez', 'zoe nunez', 'Chair', '["author"]', '', '', 'seed', '', '', 'On rapamycin.');
  INSERT INTO "listing" VALUES ('*', 1000000000, 'zoe nunez', 3), ('author', 1000000000, 'zoe nunez', 3);
  INSERT INTO "articles" ("rowId", "id", "slug", "title", "type", "status", "expertName", "excerpt", "origin",
    "createdAt", "updatedAt", "body")
    VALUES (4, 'a', 'a', 'About mice', 'research-insight', 'published', 'Zoë', '', 'seed', '', '', 'Ageing.');
  INSERT INTO "images" ("rowId", "id", "url", "name", "alt", "width", "height", "bytes", "files", "contentHash", "origin",
    "prompt", "createdAt") VALUES (5, 'i', 'i', 'Portrait', '', 1, 1, 1, '[]', '', '', 'blue light', '');
  INSERT INTO "libraryContents" ("rowId", "id", "expertName", "platform", "contentType", "createdAt", "updatedAt", "content")
    VALUES (6, 'c', 'Zoë', '', '', '', '', 'A tip on sleep');
  INSERT INTO "libraryImages" ("rowId", "imageId", "expertName", "size", "createdAt") VALUES (7, 'i', 'Zoë', '', '');
  INSERT INTO "submissions" ("rowId", "id", "status", "name", "foldedName", "title", "record", "submitterName",
    "submitterEmail", "submitterReason", "submittedAt", "updatedAt", "reviewNotes")
    VALUES (8, 's', 'pending', 'Jørn', 'jorn', '', '{}', 'Ann', '', '', '', '', '')`;

test("a database with the former search arrives at the schema of a new one, and everything in it is found", async () => {
  const at = folder();
  const [former, fresh] = [open(join(at, "former.db")), open(join(at, "fresh.db"))];
  await run(former, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0011")));
  former.sqlite.exec(FORMER_SEARCH);
  former.sqlite.exec(SOME_DATA);
  expect(await migrate(former.db)).toContain("0011_search");
  await migrate(fresh.db);
  const schema = ({ sqlite }: Connection) =>
    sqlite.prepare("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name").all();
  expect(schema(former)).toEqual(schema(fresh));

  const page = { offset: 0, limit: 5 };
  for (const text of ["zoe nunez", "authors", "rapamicin"])
    expect((await sqliteSearch.searchExperts(former.db, { text, ...page })).rowIds, text).toEqual([3]);
  for (const [index, text, scope, rowIds] of [
    ["articleSearch", "aging", ["kept", "published", "researchinsight"], [4]],
    ["articleSearch", "old", [], []],
    ["imageSearch", "blue", [], [5]],
    ["librarySearch", "sleep", ["content"], [12]],
    ["librarySearch", "blue", ["image"], [15]],
    ["submissionSearch", "jorn", ["pending"], [8]],
    ["submissionSearch", "ann", ["pending"], [8]],
  ] as const)
    expect(
      (await sqliteSearch.searchWords(former.db, index, { text, scope: [...scope], ...page })).rowIds,
      text,
    ).toEqual(rowIds);
});
