/** Copies a whole database from a SQLite file to PostgreSQL, and back. */
import { sql } from "kysely";
import type { Engine, Queryable } from "../engine";
import { migrate } from "../migrate";
import { postgresSide, withoutTextIndexes } from "../postgres/end";
import { connect } from "../sqlite/connect";
import { flushFile } from "../sqlite/copy";
import { sqliteSide, tablesIn } from "../sqlite/end";
import { type Copied, copyAll, firstTableWithRows, type Progress } from "./copy";

/** Fills an empty PostgreSQL with the rows of the file at `path`. Works as `replaceInPostgres`, but faster. */
export async function copyToPostgres(path: string, tx: Queryable, onCopied?: Progress): Promise<Copied[]> {
  return withoutTextIndexes(tx, () => replaceInPostgres(path, tx, onCopied));
}

/** Replaces all rows of PostgreSQL with those of the file at `path`. The file must be up to date and otherwise unused. */
export async function replaceInPostgres(path: string, tx: Queryable, onCopied?: Progress): Promise<Copied[]> {
  return withFile(path, async ({ sqlite, db }) => {
    // Sorts on disk, because the words of the search index can exceed the memory.
    sqlite.pragma("temp_store = FILE");
    const tables = tablesIn(sqlite);
    // Lets nodes read, and keeps out single statements that take no other lock: the rows are compared with the file.
    const names = tables.map(({ name }) => sql.table(name));
    await sql`LOCK TABLE ${sql.join(names)} IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
    const copiedTables = await copyAll(sqliteSide(sqlite, db), postgresSide(tx), tables, onCopied);
    await sql`ANALYZE`.execute(tx);
    return copiedTables;
  });
}

/** Creates a SQLite file at `path` with the rows that are committed in PostgreSQL now. */
export async function copyFromPostgres({ readDb }: Engine, path: string, onCopied?: Progress): Promise<Copied[]> {
  const copiedTables = await withFile(path, async ({ sqlite, db }) => {
    await migrate(db);
    const snapshot = readDb.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
    return snapshot.execute((from) =>
      db.transaction().execute((to) => copyAll(postgresSide(from), sqliteSide(sqlite, to), tablesIn(sqlite), onCopied)),
    );
  });
  flushFile(path);
  return copiedTables;
}

/** Returns the first table of PostgreSQL with rows; null for an empty database. */
export function firstFilledTable(tx: Queryable): Promise<string | null> {
  return firstTableWithRows(postgresSide(tx));
}

async function withFile<T>(path: string, work: (file: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const file = connect(path);
  return work(file).finally(file.close);
}
