import SQLite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { Recent } from "./recent";
import type { Database } from "./schema";
import { SplitDialect } from "./split-driver";

/** One SQLite file: `db` for portable queries, `sqlite` for what only SQLite can do (search, backup, pragmas). */
export interface Connection {
  db: Kysely<Database>;
  sqlite: SQLite.Database;
  /** For reads that wait for no transaction; sees what is committed. */
  reader: SQLite.Database;
  close(): Promise<void>;
}

/**
 * Opens (and creates, unless `readonly`) the database at `path`.
 *
 * WAL lets readers go on while one writer works, and reads have a connection of their own (split-driver.ts);
 * `synchronous=FULL` makes a commit survive a power cut; `busy_timeout` waits up to 10 s for another process's write instead of failing. Statements are prepared once per
 * distinct text: preparing costs as much as running the short queries of a page.
 *
 * @throws when the file is not a database, or its folder cannot be written.
 */
export function connect(path: string, { readonly = false } = {}): Connection {
  const sqlite = open(path, readonly);
  const reader = readonly || path === ":memory:" ? null : open(path, true);
  const dialect = reader ? new SplitDialect(sqlite, reader) : new SqliteDialect({ database: sqlite });
  const db = new Kysely<Database>({ dialect });
  const close = async () => {
    await db.destroy();
    // Kysely closes only what it has used.
    reader?.close();
    sqlite.close();
  };
  return { db, sqlite, reader: reader ?? sqlite, close };
}

function open(path: string, readonly: boolean): SQLite.Database {
  const sqlite = new SQLite(path, { readonly, fileMustExist: readonly, timeout: 10_000 });
  if (!readonly) sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  // In KiB; the operating system's cache holds the rest.
  sqlite.pragma(`cache_size = -${readonly ? 8_192 : 2_048}`);
  sqlite.pragma("temp_store = MEMORY");
  rememberStatements(sqlite);
  return sqlite;
}

const STATEMENTS_KEPT = 300;

/** Keeps the prepared statements that were last used. */
function rememberStatements(sqlite: SQLite.Database): void {
  const prepare = sqlite.prepare.bind(sqlite) as (source: string) => SQLite.Statement;
  const kept = new Recent<SQLite.Statement>(STATEMENTS_KEPT);
  const remembering = (source: string): SQLite.Statement => {
    const known = kept.get(source);
    // A statement that is being iterated is busy: that caller needs one of its own.
    if (known) return known.busy ? prepare(source) : known;
    const statement = prepare(source);
    kept.set(source, statement);
    return statement;
  };
  sqlite.prepare = remembering as typeof sqlite.prepare;
}
