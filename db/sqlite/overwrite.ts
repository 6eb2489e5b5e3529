/** Removes deleted data from the database's files: https://sqlite.org/fts5.html#the_merge_command. */
import { setTimeout } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import type { Database } from "../schema";

/** The number of pages of one step, which takes some milliseconds. */
const PAGES_AT_ONCE = 16;
/** The pause after a step, as a multiple of its time. The index of 100,000 people takes minutes. */
const REST_FACTOR = 4;
/** The number of changes below which nothing is left to merge. */
const NOTHING_LEFT = 2;

/**
 * Overwrites deleted data. Merges the segments of full-text indexes, which keep words of deleted rows, and truncates the
 * write-ahead log, which keeps former pages. Returns false if another connection is reading; call it again later.
 */
export async function overwriteDeleted(path: string, db: Kysely<Database>, stopSignal: AbortSignal): Promise<boolean> {
  const indexes = await sql<{ name: string }>`
    SELECT "name" FROM "sqlite_schema" WHERE "type" = 'table' AND "sql" LIKE '%USING fts5(%'`.execute(db);
  for (const { name } of indexes.rows) await mergeSegments(db, name, stopSignal);
  return !stopSignal.aborted && emptyLog(path);
}

/** Merges all segments of an index. A negative number of pages begins the merge, positive ones continue it. */
async function mergeSegments(db: Kysely<Database>, index: string, stopSignal: AbortSignal): Promise<void> {
  const table = sql.table(index);
  for (let pages = -PAGES_AT_ONCE; !stopSignal.aborted; pages = PAGES_AT_ONCE) {
    const startedAt = performance.now();
    const changes = await db.transaction().execute(async (tx) => {
      const changesBefore = await totalChanges(tx);
      await sql`INSERT INTO ${table} (${sql.ref(index)}, "rank") VALUES ('merge', ${pages})`.execute(tx);
      return (await totalChanges(tx)) - changesBefore;
    });
    if (changes < NOTHING_LEFT) return;
    const milliseconds = REST_FACTOR * (performance.now() - startedAt);
    await setTimeout(milliseconds, undefined, { signal: stopSignal }).catch(() => {}); // the loop notices the abort
  }
}

async function totalChanges(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ changes: number }>`SELECT total_changes() AS "changes"`.execute(db);
  return rows[0]?.changes ?? 0;
}

/** Truncates the log on a separate connection without a time-out, because waiting would block the whole process. */
function emptyLog(path: string): boolean {
  const sqlite = new SQLite(path, { fileMustExist: true, timeout: 0 });
  try {
    const [result] = sqlite.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
    return result?.busy === 0;
  } finally {
    sqlite.close();
  }
}
