import SQLite from "better-sqlite3";

/** Reads the first row of each table and a random one, so that repeated checks reach every part of the table. */
export async function tryReading(path: string): Promise<void> {
  const sqlite = new SQLite(path, { readonly: true, fileMustExist: true, timeout: 0 });
  try {
    const tables = sqlite.prepare<[], { name: string; hasRowid: number }>(TABLES).all();
    for (const { name, hasRowid } of tables) {
      sqlite.prepare(`SELECT * FROM "${name}" LIMIT 1`).get();
      if (hasRowid) sqlite.prepare(selectRandomRow(name)).get();
    }
  } catch (error) {
    if (!String(Object(error).code).startsWith("SQLITE_BUSY")) throw error;
  } finally {
    sqlite.close();
  }
}

/** Selects all tables, including those that store full-text indexes: https://sqlite.org/pragma.html#pragma_table_list. */
const TABLES = `SELECT "name", "type" = 'table' AND NOT "wr" AS "hasRowid" FROM pragma_table_list WHERE "schema" = 'main' AND "type" IN ('table', 'shadow')`;

function selectRandomRow(table: string): string {
  const number = (edge: "min" | "max") => `(SELECT ${edge}(rowid) FROM "${table}")`;
  const place = `${number("min")} + abs(random() % (${number("max")} - ${number("min")} + 1))`;
  return `SELECT * FROM "${table}" WHERE rowid >= ${place} LIMIT 1`;
}

/** Writes one row to the database file at `path`. Throws SQLite's error if the file cannot be opened or written. */
export async function tryWriting(path: string, now = Date.now()): Promise<void> {
  const sqlite = new SQLite(path, { fileMustExist: true, timeout: 0 });
  try {
    sqlite
      .prepare(
        `INSERT INTO "cursors" ("name", "value") VALUES ('health', ?) ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
      )
      .run(JSON.stringify(now));
  } catch (error) {
    if (!String(Object(error).code).startsWith("SQLITE_BUSY")) throw error;
  } finally {
    sqlite.close();
  }
}
