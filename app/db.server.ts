/** The only door from the app to the database. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Kysely, Transaction } from "kysely";
import { type Connection, connect } from "../db/connect";
import type { Database } from "../db/schema";
import { type SearchQuery, type SearchResult, searchExperts as searchIn } from "../db/search";
import { searchWords as searchWordsIn, type WordIndex } from "../db/word-search";
import { startProblem } from "./disk-faults.server";
import { env } from "./env.server";
import { refuseToStart } from "./refuse-to-start.server";

export { copyDatabase } from "../db/copy";
export { fold, words } from "../db/fold";
export { tryWriting } from "../db/health";
export { indexImage, unindexImage } from "../db/image-search";
export { migrate, pendingMigrations } from "../db/migrate";
export * from "../db/schema";
export type { SearchText } from "../db/search-format";
export { indexExperts, indexManyExperts, unindexExpert } from "../db/search-index";
export { searchSubmissions } from "../db/submission-search";
export { indexWords, unindexWords } from "../db/word-search";

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
export async function searchExperts(query: SearchQuery): Promise<SearchResult> {
  return searchIn(reader, query);
}

/** Finds the rows of an index by their words, as they were last committed: see db/word-search.ts. */
export async function searchWords(index: WordIndex, query: Parameters<typeof searchWordsIn>[2]) {
  return searchWordsIn(reader, index, query);
}

/** For app/serving/documents.server.ts only, until it is gone. */
export function contentVersionNow(): number {
  return reader.prepare<[], number>('SELECT "version" FROM "contentVersion"').pluck().get() as number;
}
