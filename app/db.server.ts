/** The only door from the app to the database. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { CompiledQuery, Kysely, Transaction } from "kysely";
import { type Connection, connect } from "../db/connect";
import { PublicLists } from "../db/public-lists";
import type { Database } from "../db/schema";
import { indexedCategories, type SearchQuery, type SearchResult, searchExperts as searchIn } from "../db/search";
import { searchWords as searchWordsIn, type WordIndex } from "../db/word-search";
import { startProblem } from "./disk-faults.server";
import { env } from "./env.server";
import { once } from "./once";
import { refuseToStart } from "./refuse-to-start.server";

export { copyDatabase } from "../db/copy";
export { fold, words } from "../db/fold";
export { tryWriting } from "../db/health";
export { indexImage, unindexImage } from "../db/image-search";
export { migrate, pendingMigrations } from "../db/migrate";
export { type CardRow, type ListingKey, NOT_FEATURED, type SummaryField } from "../db/public-lists";
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

/** The public lists, as they were last committed. */
export const publicLists = new PublicLists(reader);

const inOneState = reader.transaction((read: () => unknown) => read());

/**
 * Reads several things from one and the same state, as it was last committed. Sooner, too: to begin and end a read takes SQLite as
 * long as many a read itself.
 */
export function fromOneState<T>(read: () => T): T {
  return inOneState(read) as T;
}

/** Finds experts as they were last committed. */
export function searchExperts(query: SearchQuery): SearchResult {
  return searchIn(reader, query);
}

/** Finds the rows of an index by their words, as they were last committed: see db/word-search.ts. */
export function searchWords(index: WordIndex, query: Parameters<typeof searchWordsIn>[2]) {
  return searchWordsIn(reader, index, query);
}

/** The category keys of listed experts by row id, as they were last committed. */
export function listedCategories(rowIds: number[]): Map<number, string[]> {
  return indexedCategories(reader, rowIds);
}

/** A value that is not known when its query is written. */
class Later {
  constructor(readonly name: PropertyKey) {}
}

/** Stands for a value of a query that is asked later. */
export type ValueOf<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/**
 * A query that is written once and read at once, from what is committed: to write one out anew and to wait for it costs more than
 * most take. For what every page asks.
 *
 * @param write gets what stands for a value until it is asked with one.
 */
export function reading<Values extends object, Row>(
  write: (value: ValueOf<Values>) => { compile(): CompiledQuery<Row> },
): (values: Values) => Row[] {
  const compiled = once(() => write((name) => new Later(name) as Values[typeof name]).compile());
  return (values) => {
    const { sql, parameters } = compiled();
    const bound = parameters.map((one) => (one instanceof Later ? values[one.name as keyof Values] : one));
    return reader.prepare<unknown[], Row>(sql).all(...bound);
  };
}

/** For app/serving/documents.server.ts only, until it is gone. */
export function contentVersionNow(): number {
  return reader.prepare<[], number>('SELECT "version" FROM "contentVersion"').pluck().get() as number;
}
