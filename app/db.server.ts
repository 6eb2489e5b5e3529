/** Opens the database, and exports everything from db/ that the app uses. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Kysely } from "kysely";
import type { Engine } from "../db/engine";
import * as migrations from "../db/migrate";
import { connectPostgres } from "../db/postgres/connect";
import type { Database } from "../db/schema";
import { sqliteEngine } from "../db/sqlite/engine";
import { env, refuseToStart } from "./env.server";
import { startProblem } from "./services/disk-faults.server";
import { DATABASE_FILE } from "./subject/names";

export type { Queryable } from "../db/engine";
export { facetColumns } from "../db/facet-columns";
export { fold, normalized, words } from "../db/fold";
export { contains } from "../db/like";
export {
  bareName,
  guessedSortName,
  isFamilyFirst,
  isTitles,
  mayBeSameName,
  nameColumns,
  nameKey,
  nameKeys,
  nameLetters,
  sortKey,
  sortName,
  sortNameOf,
  wordsWithoutTitles,
} from "../db/names";
export { countryAfterCity, countryName, countryOf } from "../db/places/countries";
export { mentionsIn } from "../db/places/where";
export type * from "../db/schema";
export { NOT_FEATURED } from "../db/schema";
export { searchTextsOf } from "../db/search/expert-texts";
export { labelOfField, type SearchedField } from "../db/search/fields";
export { isFiller, isWeakWord, type Marks, marksOf, readQuestion, weakWords } from "../db/search/question";
export { spellingsOf } from "../db/search/spellings";
export { stemOf } from "../db/search/stems";
export { hasSynonyms, phraseKey, readSynonyms, type Synonyms } from "../db/search/synonyms";
export { deleteExpiredLimits, LIMITS_TABLE, openLimits } from "../db/sqlite/limits";

// Stores the database on the process, so that a reload in development does not open it a second time.
const globals = globalThis as { openDatabase?: Engine };

/** The path of the SQLite database. */
export const databasePath = join(env.DATA_DIR, DATABASE_FILE);

async function open(): Promise<Engine> {
  try {
    if (env.DATABASE_URL) return await connectPostgres(env.DATABASE_URL);
    makeFolder(env.DATA_DIR);
    return sqliteEngine(databasePath);
  } catch (error) {
    const sentence = startProblem(error, databasePath);
    if (sentence) refuseToStart(sentence);
    throw error;
  }
}

/** Creates a folder step by step, because Node's `recursive` never ends where a file system allows no folders, as in /proc. */
function makeFolder(path: string): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // Accepts a folder, and refuses a file and a broken link.
    mkdirSync(path, { recursive: true });
  }
}

globals.openDatabase ??= await open();

export const engine = globals.openDatabase;

export const { db, readDb, contentVersion, close: closeDatabase } = engine;
export const { searchExperts, rowIdsInListings, indexExperts, unindexExperts, renewScopes } = engine.search;
export const { searchWords, indexWords, unindexWords, indexImage, unindexImage } = engine.search;

/** Brings a database to the newest schema. */
export const migrate = (target: Kysely<Database>) => migrations.migrate(target, engine.kind);
export const pendingMigrations = (target: Kysely<Database>) => migrations.pendingMigrations(target, engine.kind);

/** Caches the result of `read` until public content changes. */
export function untilContentChanges<T>(read: () => Promise<T>): () => Promise<T> {
  let cachedResult: { version: number; value: T } | undefined;
  return async () => {
    const version = await contentVersion();
    if (cachedResult?.version !== version) cachedResult = { version, value: await read() };
    return cachedResult.value;
  };
}
