/** Writing the full-text index of the experts (search-format.ts says what is in it). SQLite-only SQL lives here. */
import { type Kysely, sql } from "kysely";
import type { Database } from "./schema";
import { documentNumber, type Place, type SearchText, tokensOf, variantsOf } from "./search-format";

/** Creates the index and its tables: part of the first migration. */
export async function createSearchIndex(db: Kysely<unknown>): Promise<void> {
  // No text is stored, and no positions. The "ascii" tokenizer splits at ASCII punctuation only, which no word has.
  await sql`
    CREATE VIRTUAL TABLE "expertSearch" USING fts5("tokens", content = '', contentless_delete = 1, detail = none,
      prefix = '1 2 3 4', tokenize = "ascii tokenchars '=+:'")`.execute(db);
  await sql`CREATE VIRTUAL TABLE "expertSearchTokens" USING fts5vocab("expertSearch", row)`.execute(db);
  // What was indexed for an expert, so that it can be taken out again.
  await sql`
    CREATE TABLE "searchDocuments" (
      "rowId" INTEGER PRIMARY KEY, "number" INTEGER NOT NULL, "nameWords" TEXT NOT NULL)`.execute(db);
  // The sets of categories that occur, as a JSON list of keys in order.
  await sql`
    CREATE TABLE "searchCategories" ("id" INTEGER PRIMARY KEY, "categories" TEXT NOT NULL UNIQUE)`.execute(db);
  // Names for the correction of typos: each word, and the same word with any one letter left out.
  await sql`
    CREATE TABLE "searchNames" ("word" TEXT PRIMARY KEY, "experts" INTEGER NOT NULL) WITHOUT ROWID`.execute(db);
  await sql`
    CREATE TABLE "searchNameVariants" (
      "variant" TEXT NOT NULL, "word" TEXT NOT NULL, PRIMARY KEY ("variant", "word")) WITHOUT ROWID`.execute(db);
}

/**
 * Makes an expert findable by `text`, in place of what was indexed before. Call it after the expert's rows in
 * `listing` are written and whenever these change: the place and the categories are read there. Nothing is indexed of
 * an expert who is in no list.
 */
export async function indexExpert(db: Kysely<Database>, rowId: number, text: SearchText): Promise<void> {
  await indexExperts(db, [{ rowId, text }]);
}

/** `indexExpert` for many, each at most once; at most 1,000. For more there is `indexManyExperts`. */
export async function indexExperts(
  db: Kysely<Database>,
  experts: { rowId: number; text: SearchText }[],
): Promise<void> {
  const rowIds = JSON.stringify(experts.map(({ rowId }) => rowId));
  const names = new NameCounts();
  await unindex(db, rowIds, names);
  const places = await placesOf(db, rowIds);
  const documents = experts.flatMap(({ rowId, text }) => {
    const place = places.get(rowId);
    return place ? documentOf(text, { ...place, number: documentNumber(place) }, names) : [];
  });
  // FTS5 collects rising numbers in memory and writes whenever one falls.
  documents.sort((a, b) => a.number - b.number);
  const json = JSON.stringify(documents.map((one) => [one.rowId, one.number, one.tokens, one.nameWords]));
  await sql`
    INSERT INTO "searchDocuments" ("rowId", "number", "nameWords")
    SELECT "value" ->> 0, "value" ->> 1, "value" ->> 3 FROM json_each(${json})`.execute(db);
  await sql`
    INSERT INTO "expertSearch" ("rowid", "tokens")
    SELECT "value" ->> 1, "value" ->> 2 FROM json_each(${json})`.execute(db);
  await countNames(db, names.changes());
}

/** So many experts or words are worked on before others have their turn. */
const SLICE = 50;

/**
 * `indexExpert` for any number of experts, in slices; to be called in a transaction. FTS5 writes what it has collected
 * whenever a number falls, and before every statement that changes several rows. So this goes through the experts in
 * the order of their numbers, one row a statement, and leaves the names for the end: many times faster than one by one.
 *
 * @param textsOf reads the texts of a slice.
 * @param turn is called between two slices with how many experts are done; what it throws ends the work.
 */
export async function indexManyExperts(
  db: Kysely<Database>,
  rowIds: number[],
  textsOf: (rowIds: number[]) => Promise<{ rowId: number; text: SearchText }[]>,
  turn: (done: number) => Promise<void>,
): Promise<void> {
  const names = new NameCounts();
  const found: { rowId: number; number: number; categories: string }[] = [];
  for (const slice of slicesOf(rowIds)) {
    await unindex(db, JSON.stringify(slice), names);
    await turn(0);
  }
  for (const slice of slicesOf(rowIds, 10 * SLICE)) {
    for (const place of (await placesOf(db, JSON.stringify(slice))).values()) {
      found.push({ rowId: place.rowId, number: documentNumber(place), categories: place.categories });
    }
    await turn(0);
  }
  found.sort((a, b) => a.number - b.number);
  let done = 0;
  for (const slice of slicesOf(found)) {
    const texts = new Map((await textsOf(slice.map(({ rowId }) => rowId))).map(({ rowId, text }) => [rowId, text]));
    for (const place of slice) {
      const { rowId, number, tokens, nameWords } = documentOf(texts.get(place.rowId) as SearchText, place, names);
      await sql`
        INSERT INTO "searchDocuments" ("rowId", "number", "nameWords")
        VALUES (${rowId}, CAST(${number} AS INTEGER), ${nameWords})`.execute(db);
      await sql`
        INSERT INTO "expertSearch" ("rowid", "tokens") VALUES (CAST(${number} AS INTEGER), ${tokens})`.execute(db);
    }
    done += slice.length;
    await turn(done);
  }
  for (const slice of slicesOf(names.changes())) {
    await countNames(db, slice);
    await turn(done);
  }
}

function* slicesOf<T>(all: T[], length = SLICE): Generator<T[]> {
  for (let at = 0; at < all.length; at += length) yield all.slice(at, at + length);
}

/** Takes an expert out of the search; nothing happens when there is none. */
export async function unindexExpert(db: Kysely<Database>, rowId: number): Promise<void> {
  const names = new NameCounts();
  await unindex(db, JSON.stringify([rowId]), names);
  await countNames(db, names.changes());
}

/** Takes experts out of the index; that their names are used less is left to `names`. */
async function unindex(db: Kysely<Database>, rowIds: string, names: NameCounts): Promise<void> {
  const { rows } = await sql<{ number: number; nameWords: string }>`
    DELETE FROM "searchDocuments" WHERE "rowId" IN (SELECT "value" FROM json_each(${rowIds}))
    RETURNING "number", "nameWords"`.execute(db);
  if (rows.length === 0) return;
  // Rising, as when they are put in.
  const numbers = JSON.stringify(rows.map((row) => row.number).sort((a, b) => a - b));
  await sql`DELETE FROM "expertSearch" WHERE "rowid" IN (SELECT "value" FROM json_each(${numbers}))`.execute(db);
  for (const row of rows) names.add(row.nameWords, -1);
}

/** By how much the use of each word of the names changes, all in all. */
class NameCounts {
  private readonly counts = new Map<string, number>();

  /** @param nameWords the words of a name, with a space between two. */
  add(nameWords: string, change: 1 | -1): void {
    for (const word of nameWords.split(" ")) {
      if (word) this.counts.set(word, (this.counts.get(word) ?? 0) + change);
    }
  }

  /** In the order of the words, so that neighbours are written together. */
  changes(): [word: string, change: number][] {
    return [...this.counts].filter(([, change]) => change !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function documentOf(
  text: SearchText,
  { rowId, number, categories }: { rowId: number; number: number; categories: string },
  names: NameCounts,
) {
  const { tokens, nameWords } = tokensOf(text, JSON.parse(categories));
  names.add(nameWords, 1);
  return { rowId, number, tokens, nameWords };
}

/** Where the experts stand in the public lists. */
async function placesOf(db: Kysely<Database>, rowIds: string): Promise<Map<number, Place>> {
  const listed = sql`
    SELECT "expertRowId" AS "rowId", "rank", "sortName",
      json_group_array("category" ORDER BY "category") FILTER (WHERE "category" <> '*') AS "categories"
    FROM "listing" WHERE "expertRowId" IN (SELECT "value" FROM json_each(${rowIds})) GROUP BY "expertRowId"`;
  await sql`
    INSERT INTO "searchCategories" ("categories") SELECT DISTINCT "categories" FROM (${listed})
    WHERE true ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<Place>`
    SELECT "listed".*, "searchCategories"."id" AS "categoriesId"
    FROM (${listed}) AS "listed" JOIN "searchCategories" USING ("categories")`.execute(db);
  return new Map(rows.map((row) => [row.rowId, row]));
}

/** Keeps the words of names, with how many experts use each, and their variants while there is such an expert. */
async function countNames(db: Kysely<Database>, changes: [word: string, change: number][]): Promise<void> {
  if (changes.length === 0) return;
  const uses = new Map(changes);
  const { rows } = await sql<{ word: string; experts: number }>`
    INSERT INTO "searchNames" ("word", "experts")
    SELECT "value" ->> 0, "value" ->> 1 FROM json_each(${JSON.stringify([...uses])}) WHERE true
     ON CONFLICT DO UPDATE SET "experts" = "experts" + excluded."experts"
    RETURNING "word", "experts"`.execute(db);
  const begun = rows.filter((row) => row.experts > 0 && row.experts === uses.get(row.word));
  const ended = rows.filter((row) => row.experts <= 0);
  const variants = (of: { word: string }[]) =>
    JSON.stringify(of.flatMap(({ word }) => variantsOf(word).map((variant) => [variant, word])));
  if (begun.length > 0) {
    await sql`
      INSERT OR IGNORE INTO "searchNameVariants"
      SELECT "value" ->> 0, "value" ->> 1 FROM json_each(${variants(begun)})`.execute(db);
  }
  if (ended.length > 0) {
    await sql`
      DELETE FROM "searchNameVariants" WHERE ("variant", "word") IN
        (SELECT "value" ->> 0, "value" ->> 1 FROM json_each(${variants(ended)}))`.execute(db);
    await sql`
      DELETE FROM "searchNames" WHERE "word" IN
        (SELECT "value" FROM json_each(${JSON.stringify(ended.map(({ word }) => word))}))`.execute(db);
  }
}
