/** The only door from the app to the database. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Kysely, Transaction } from "kysely";
import { type Connection, connect } from "../db/connect";
import { PublicLists } from "../db/public-lists";
import type { Database } from "../db/schema";
import { startProblem } from "./disk-faults.server";
import { env } from "./env.server";
import { refuseToStart } from "./refuse-to-start.server";

export { copyDatabase } from "../db/copy";
export { fold, words } from "../db/fold";
export { indexImage, searchImages, unindexImage } from "../db/image-search";
export { migrate, pendingMigrations } from "../db/migrate";
export { type CardRow, type ListingKey, NOT_FEATURED, type SummaryField } from "../db/public-lists";
export * from "../db/schema";
export { indexExperts, indexManyExperts, type SearchText, searchExperts, unindexExpert } from "../db/search";
export { searchSubmissions } from "../db/submission-search";
export { indexWords, searchWords, unindexWords } from "../db/word-search";

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

export const { db, sqlite, close: closeDatabase } = kept.longevityDatabase;
const { reader } = kept.longevityDatabase;

/** The public lists, as they were last committed. */
export const publicLists = new PublicLists(reader);

/** The number that goes up with every change of public content: what a cache was made from. At once, in microseconds. */
export function contentVersion(): number {
  version ??= reader.prepare<[], number>('SELECT "version" FROM "contentVersion"').pluck();
  return version.get() as number;
}
let version: { get(): number | undefined } | undefined;
