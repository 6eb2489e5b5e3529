/** The only door from the app to the database. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Kysely, Transaction } from "kysely";
import { type Connection, connect } from "../db/connect";
import type { Database } from "../db/schema";
import { type SearchQuery, type SearchResult, searchExperts as searchIn } from "../db/search/experts";
import { searchWords as searchWordsIn, type WordIndex, type WordQuery } from "../db/search/words";
import { startProblem } from "./disk-faults.server";
import { env } from "./env.server";
import { refuseToStart } from "./refuse-to-start.server";

export { copyDatabase } from "../db/copy";
export { fold, words } from "../db/fold";
export { tryWriting } from "../db/health";
export { migrate, pendingMigrations } from "../db/migrate";
export * from "../db/schema";
export { indexExperts, type SearchText, unindexExperts } from "../db/search/experts-index";
export { spellingsOf } from "../db/search/spellings";
export { indexImage, indexWords, unindexImage, unindexWords } from "../db/search/words";

/** Either the database itself or a transaction of it: what a query needs. */
export type Queryable = Kysely<Database> | Transaction<Database>;

// Kept on the process, so that a reload in development does not open the file a second time.
const kept = globalThis as { longevityDatabase?: Connection };

/** Where the database is. */
export const databasePath = join(env.DATA_DIR, "longevity.db");

function open(): Connection {
  try {
    mkdirSync(env.DATA_DIR, { recursive: true });
    return connect(databasePath);
  } catch (error) {
    const sentence = startProblem(error, databasePath);
    if (sentence) refuseToStart(sentence);
    throw error;
  }
}

kept.longevityDatabase ??= open();

export const { db, readDb, sqlite, contentVersion, close: closeDatabase } = kept.longevityDatabase;
const { reader } = kept.longevityDatabase;

/** Finds experts as they were last committed. */
export function searchExperts(query: SearchQuery): Promise<SearchResult> {
  return searchIn(readDb, query);
}

/** Finds the rows of an index by their words, as they were last committed. */
export function searchWords(index: WordIndex, query: WordQuery): Promise<{ rowIds: number[]; total: number }> {
  return searchWordsIn(readDb, index, query);
}
