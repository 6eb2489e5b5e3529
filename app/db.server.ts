/** The open database, and all that the app uses of db/. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Kysely, Transaction } from "kysely";
import { type Connection, connect } from "../db/connect";
import type { Database } from "../db/schema";
import { env, refuseToStart } from "./env.server";
import { startProblem } from "./services/disk-faults.server";

export { copyDatabase } from "../db/copy";
export { fold, words } from "../db/fold";
export { tryWriting } from "../db/health";
export { listHiddenExperts } from "../db/import-listing";
export { contains } from "../db/like";
export { migrate, pendingMigrations } from "../db/migrate";
export type * from "../db/schema";
export { NOT_FEATURED } from "../db/schema";
export { searchExperts } from "../db/search/experts";
export { indexExperts, type SearchText, unindexExperts } from "../db/search/experts-index";
export { spellingsOf } from "../db/search/spellings";
export { indexImage, indexWords, searchWords, unindexImage, unindexWords } from "../db/search/words";

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

export const { db, readDb, contentVersion, close: closeDatabase } = kept.longevityDatabase;

/** Keeps what `read` gives until public content changes. */
export function untilContentChanges<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: { version: number; value: T } | undefined;
  return async () => {
    const version = await contentVersion();
    if (kept?.version !== version) kept = { version, value: await read() };
    return kept.value;
  };
}
