import { type Kysely, sql } from "kysely";
import type { Engine } from "../engine";
import { postgresSearch } from "../postgres/full-text";
import type { Database } from "../schema";
import { searchTextsOf } from "../search/expert-texts";
import { sqliteSearch } from "../sqlite/full-text";

/** Indexes experts by stems, and stores the words of each place for ranking. */
export async function up(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  await (kind === "sqlite" ? prepareSqlite(db) : preparePostgres(db));
  const places = ["name", "title", "contribution", "rest"];
  const table = db.schema.createTable("searchTexts").addColumn("expertRowId", "integer", (c) => c.primaryKey());
  await places.reduce((builder, place) => builder.addColumn(place, "text", (c) => c.notNull()), table).execute();
  await indexAllExperts(db, kind);
}

async function prepareSqlite(db: Kysely<unknown>): Promise<void> {
  for (const index of INDEXES) {
    await sql`DROP TABLE IF EXISTS ${sql.table(index)}`.execute(db);
    await sql`CREATE VIRTUAL TABLE ${sql.table(index)} USING fts5("scope", "words", detail = column,
        tokenize = "ascii", prefix = '1 2 3 4', content = '', contentless_delete = 1)`.execute(db);
  }
  await sql`DELETE FROM "searchWords"`.execute(db);
  await sql`DROP TRIGGER "searchWordAdded"`.execute(db);
  // Leaves out stems, which are no corrections of typos.
  await sql`CREATE TRIGGER "searchWordAdded" AFTER INSERT ON "searchWords" WHEN new."word" NOT LIKE '§%' BEGIN
      INSERT INTO "searchWordParts" ("rowid", "word") VALUES (new."id", ' ' || new."word" || ' ');
      END`.execute(db);
  await sql`DROP TRIGGER "searchWordRemoved"`.execute(db);
  await sql`CREATE TRIGGER "searchWordRemoved" AFTER DELETE ON "searchWords" WHEN old."word" NOT LIKE '§%' BEGIN
      DELETE FROM "searchWordParts" WHERE "rowid" = old."id";
      END`.execute(db);
}

async function preparePostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create table "expertContributions" ("rowid" bigint primary key, "words" tsvector not null)`.execute(db);
  await sql`create index "expertContributionsByWord" on "expertContributions" using gin ("words")
      with (fastupdate = off)`.execute(db);
  for (const index of INDEXES) await sql`delete from ${sql.table(index)}`.execute(db);
  await sql`delete from "searchWords"`.execute(db);
  await sql`create or replace function "addSearchWordParts"() returns trigger language plpgsql as $$
      begin
        insert into "searchWordParts" ("part", "id")
          select distinct substr(' ' || "word" || ' ', "at", 3), "id"
          from "changed", generate_series(1, char_length("word")) as "at" where "word" not like '§%';
        return null;
      end $$`.execute(db);
}

const INDEXES = ["expertNames", "expertTitles", "expertContributions", "expertTexts"];

const LABELS: Record<string, string> = {
  academic: "Academic Researchers",
  ai_data_scientist: "AI & Data Scientists",
  author: "Authors",
  clinician: "Clinical Practitioners",
  investor: "Investors & Entrepreneurs",
  philanthropist_advocate: "Philanthropists & Advocates",
  podcaster_media: "Podcasters & Media",
  regulator_policy: "Regulators & Policy Leaders",
  scientist_innovator: "Scientists and Innovators",
};

const BATCH_SIZE = 200;

/** Rebuilds all search indexes of experts from the columns that the table has at this step. */
export async function indexAllExperts(from: Kysely<unknown>, kind: Engine["kind"]): Promise<void> {
  const db = from as Kysely<Database>;
  const { indexExperts } = kind === "sqlite" ? sqliteSearch : postgresSearch;
  const firstRow = await db.selectFrom("experts").selectAll().limit(1).executeTakeFirst();
  const columns = new Set(Object.keys(firstRow ?? {}));
  for (let lastRowId = 0; ; ) {
    const rows = await db
      .selectFrom("experts")
      .select("rowId")
      .where("rowId", ">", lastRowId)
      .where("deletedAt", "is", null)
      .orderBy("rowId")
      .limit(BATCH_SIZE)
      .execute();
    if (rows.length === 0) return;
    const rowIds = rows.map(({ rowId }) => Number(rowId));
    lastRowId = rowIds.at(-1) ?? lastRowId;
    await indexExperts(db, await searchTextsOf(db, rowIds, (key) => LABELS[key] ?? key, { columns }));
  }
}
