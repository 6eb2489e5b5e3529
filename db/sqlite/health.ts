import SQLite from "better-sqlite3";

/** Writes one row to the database file at `path`. Throws what SQLite says when the file cannot be opened or written. */
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
