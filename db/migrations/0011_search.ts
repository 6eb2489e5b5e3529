import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../schema";

import { sqliteSearch } from "../sqlite/full-text";

const { indexExperts, indexImage, indexWords } = sqliteSearch;

export async function up(db: Kysely<unknown>): Promise<void> {
  await dropFormer(db);
  await createExpertSearch(db);
  for (const index of ["imageSearch", "articleSearch", "librarySearch"])
    await createIndex(db, index, ["prefix = '1 2 3'", ...UNSTORED]);
  await createSubmissionSearch(db);
  const filled = db as Kysely<Database>;
  await indexAllExperts(filled);
  await indexAllImages(filled);
  await indexAllArticles(filled);
  await indexLibrary(filled);
}

async function dropFormer(db: Kysely<unknown>): Promise<void> {
  for (const trigger of ["submissionSearchAdded", "submissionSearchChanged", "submissionSearchRemoved"])
    await sql`DROP TRIGGER IF EXISTS ${sql.ref(trigger)}`.execute(db);
  for (const table of [
    "expertSearchTokens",
    "expertSearch",
    "searchDocuments",
    "searchCategories",
    "searchNames",
    "searchNameVariants",
    "submissionSearch",
    "imageSearch",
    "articleSearch",
    "librarySearch",
  ])
    await sql`DROP TABLE IF EXISTS ${sql.table(table)}`.execute(db);
}

const UNSTORED = ["content = ''", "contentless_delete = 1"];

async function createIndex(db: Kysely<unknown>, index: string, options: string[]): Promise<void> {
  await sql`CREATE VIRTUAL TABLE ${sql.table(index)} USING fts5("scope", "words", detail = column,
    tokenize = "ascii", ${sql.raw(options.join(", "))})`.execute(db);
}

async function createExpertSearch(db: Kysely<unknown>): Promise<void> {
  const prefix = "prefix = '1 2 3 4'";
  for (const index of ["expertNames", "expertTitles"]) await createIndex(db, index, [prefix, ...UNSTORED]);
  // Its words are stored, so that they can be discounted from "searchWords" when they change.
  await createIndex(db, "expertTexts", [prefix]);
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

/** Triggers keep it, because many places change submissions. */
async function createSubmissionSearch(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE VIRTUAL TABLE "submissionSearch" USING fts5("scope", "words", detail = full,
    prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2', ${sql.raw(UNSTORED.join(", "))})`.execute(db);
  const columns = ["name", "foldedName", "title", "submitterName", "submitterEmail"];
  const texts = (row: string) => columns.map((column) => `${row}"${column}"`).join(" || ' ' || ");
  const remove = `DELETE FROM "submissionSearch" WHERE "rowid" = old."rowId"`;
  const add = `INSERT INTO "submissionSearch" ("rowid", "scope", "words")
    VALUES (new."rowId", new."status", ${texts("new.")})`;
  const changed = ["status", ...columns].map((column) => `"${column}"`).join(", ");
  for (const trigger of [
    `"submissionSearchAdded" AFTER INSERT ON "submissions" BEGIN ${add}; END`,
    `"submissionSearchChanged" AFTER UPDATE OF ${changed} ON "submissions" BEGIN ${remove}; ${add}; END`,
    `"submissionSearchRemoved" AFTER DELETE ON "submissions" BEGIN ${remove}; END`,
  ])
    await sql.raw(`CREATE TRIGGER ${trigger}`).execute(db);
  await sql`INSERT INTO "submissionSearch" ("rowid", "scope", "words")
    SELECT "rowId", "status", ${sql.raw(texts(""))} FROM "submissions"`.execute(db);
}

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

const SLICE = 200;

async function indexAllExperts(db: Kysely<Database>): Promise<void> {
  const columns = ["rowId", "name", "title", "categories", "longevityContribution", "biography"] as const;
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom("experts")
      .select(columns)
      .where("rowId", ">", last)
      .where("deletedAt", "is", null)
      .orderBy("rowId")
      .limit(SLICE)
      .execute();
    if (rows.length === 0) return;
    last = rows.at(-1)?.rowId ?? last;
    const experts = rows.map(({ rowId, categories, ...text }) => {
      const categoryLabels = (JSON.parse(categories) as string[]).map((key) => LABELS[key] ?? key);
      return { rowId, text: { ...text, categoryLabels } };
    });
    await indexExperts(db, experts);
  }
}

async function indexAllImages(db: Kysely<Database>): Promise<void> {
  const images = db.selectFrom("images").select(["rowId", "name", "alt", "prompt"]);
  for (const image of await images.execute()) await indexImage(db, image);
}

async function indexAllArticles(db: Kysely<Database>): Promise<void> {
  const rowIds = await db.selectFrom("articles").select("rowId").execute();
  for (const { rowId } of rowIds) {
    const { title, excerpt, body, tags, status, type, deletedAt, present, expertName } = await db
      .selectFrom("articles")
      .leftJoin("experts", "experts.rowId", "articles.expertRowId")
      .selectAll("articles")
      .select("experts.name as present")
      .where("articles.rowId", "=", rowId)
      .executeTakeFirstOrThrow();
    const text = [title, excerpt, body, present ?? expertName, ...(JSON.parse(tags) as string[])].join("\n");
    const word = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "");
    const state = deletedAt === null ? ["kept", word(status)] : ["trash"];
    await indexWords(db, "articleSearch", { rowId, text, scope: [...state, word(type)] });
  }
}

async function indexLibrary(db: Kysely<Database>): Promise<void> {
  const scope = (kind: string, name: string) =>
    name ? [kind, `x${createHash("sha256").update(name).digest("hex").slice(0, 20)}`] : [kind];
  const contents = await db.selectFrom("libraryContents").select("rowId").execute();
  for (const { rowId } of contents) {
    const content = db.selectFrom("libraryContents").select(["expertName", "content"]).where("rowId", "=", rowId);
    const { expertName, content: text } = await content.executeTakeFirstOrThrow();
    const entry = { rowId: rowId * 2, text: `${expertName} ${text}`, scope: scope("content", expertName) };
    await indexWords(db, "librarySearch", entry);
  }
  const images = db
    .selectFrom("libraryImages")
    .innerJoin("images", "images.id", "libraryImages.imageId")
    .select(["libraryImages.rowId", "expertName", "prompt"]);
  for (const { rowId, expertName, prompt } of await images.execute()) {
    const entry = { rowId: rowId * 2 + 1, text: `${expertName} ${prompt}`, scope: scope("image", expertName) };
    await indexWords(db, "librarySearch", entry);
  }
}
