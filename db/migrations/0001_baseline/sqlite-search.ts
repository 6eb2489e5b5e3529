import { type Kysely, sql } from "kysely";

/** Creates the full-text indexes (https://sqlite.org/fts5.html). Scopes are stored in a separate column. */
export async function createSqliteSearch(db: Kysely<unknown>): Promise<void> {
  const forExperts = "prefix = '1 2 3 4'";
  for (const index of ["expertNames", "expertTitles"]) await createIndex(db, index, [forExperts, ...UNSTORED]);
  // Stores its words, so that changes can subtract them from "searchWords".
  await createIndex(db, "expertTexts", [forExperts]);
  for (const index of ["imageSearch", "articleSearch", "librarySearch"])
    await createIndex(db, index, ["prefix = '1 2 3'", ...UNSTORED]);
  await createWords(db);
  await createSubmissionSearch(db);
}

const UNSTORED = ["content = ''", "contentless_delete = 1"];

async function createIndex(db: Kysely<unknown>, index: string, options: string[]): Promise<void> {
  await sql`CREATE VIRTUAL TABLE ${sql.table(index)} USING fts5("scope", "words", detail = column,
    tokenize = "ascii", ${sql.raw(options.join(", "))})`.execute(db);
}

/** Creates the indexed words, by whose trigrams misspelt words are corrected. */
async function createWords(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE "searchWords" (
    "id" INTEGER PRIMARY KEY, "word" TEXT NOT NULL UNIQUE, "experts" INTEGER NOT NULL)`.execute(db);
  await sql`CREATE VIRTUAL TABLE "searchWordParts" USING fts5("word", tokenize = "trigram",
    ${sql.raw(UNSTORED.join(", "))})`.execute(db);
  await sql`CREATE TRIGGER "searchWordAdded" AFTER INSERT ON "searchWords" BEGIN
    INSERT INTO "searchWordParts" ("rowid", "word") VALUES (new."id", ' ' || new."word" || ' ');
    END`.execute(db);
  await sql`CREATE TRIGGER "searchWordRemoved" AFTER DELETE ON "searchWords" BEGIN
    DELETE FROM "searchWordParts" WHERE "rowid" = old."id";
    END`.execute(db);
}

/** Creates triggers for this index, because many places change submissions. */
async function createSubmissionSearch(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE VIRTUAL TABLE "submissionSearch" USING fts5("scope", "words", detail = full,
    prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2', ${sql.raw(UNSTORED.join(", "))})`.execute(db);
  const columns = ["name", "foldedName", "title", "submitterName", "submitterEmail"];
  const texts = columns.map((column) => `new."${column}"`).join(" || ' ' || ");
  const remove = `DELETE FROM "submissionSearch" WHERE "rowid" = old."rowId"`;
  const add = `INSERT INTO "submissionSearch" ("rowid", "scope", "words")
    VALUES (new."rowId", new."status", ${texts})`;
  const changedColumns = ["status", ...columns].map((column) => `"${column}"`).join(", ");
  for (const trigger of [
    `"submissionSearchAdded" AFTER INSERT ON "submissions" BEGIN ${add}; END`,
    `"submissionSearchChanged" AFTER UPDATE OF ${changedColumns} ON "submissions" BEGIN ${remove}; ${add}; END`,
    `"submissionSearchRemoved" AFTER DELETE ON "submissions" BEGIN ${remove}; END`,
  ])
    await sql.raw(`CREATE TRIGGER ${trigger}`).execute(db);
}
