import SQLite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "../schema";
import { type Current, refuseInside, WritingKysely } from "../transactions";
import { letOthersIn } from "./turns";

export interface Connection {
  db: Kysely<Database>;
  readDb: Kysely<Database>;
  sqlite: SQLite.Database;
  contentVersion(): Promise<number>;
  close(): Promise<void>;
}

/** Opens the database file at `path`, and creates it unless `readonly`. */
export function connect(path: string, { readonly = false } = {}): Connection {
  const sqlite = open(path, readonly);
  const reader = readonly || path === ":memory:" ? sqlite : open(path, true);
  const db = new WritingKysely((current) => new ImmediateDialect({ database: sqlite }, current));
  const readDb =
    reader === sqlite
      ? db
      : new Kysely<Database>({ dialect: new ReadingDialect({ database: withStatementCache(reader) }) });
  const close = async () => {
    // The writer last: only a connection that writes can clear the log away. Kysely closes only what it has used.
    if (readDb !== db) {
      await readDb.destroy();
      reader.close();
    }
    await db.destroy();
    sqlite.close();
  };
  return { db, readDb, sqlite, contentVersion: contentVersionIn(reader), close };
}

/** https://sqlite.org/pragma.html: WAL and FULL survive a power cut; the time-out waits for other processes' writes. */
function open(path: string, readonly: boolean): SQLite.Database {
  const sqlite = new SQLite(path, { readonly, fileMustExist: readonly, timeout: 10_000 });
  if (!readonly) sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  // What is deleted, such as the text of a mail with a link, is overwritten, in pages that become free, too.
  sqlite.pragma("secure_delete = ON");
  sqlite.pragma("cache_size = -8192");
  sqlite.pragma("temp_store = MEMORY");
  return sqlite;
}

/** Preparing a statement costs more than running it for the few rows of a page. */
function withStatementCache(sqlite: SQLite.Database): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: 300 });
  return {
    close: () => sqlite.close(),
    prepare(sql) {
      const statement = statements.get(sql) ?? reusable(sqlite, sql);
      statements.set(sql, statement);
      return statement;
    },
  };
}

/** Rows that are streamed come from a statement of their own: one that is being read cannot run again. */
function reusable(sqlite: SQLite.Database, sql: string): SqliteStatement {
  const statement = sqlite.prepare<unknown[]>(sql);
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => statement.run(parameters),
    iterate: (parameters) => sqlite.prepare<unknown[]>(sql).iterate(parameters),
  };
}

/** Prepared once, because every request asks. */
function contentVersionIn(reader: SQLite.Database): () => Promise<number> {
  let version: SQLite.Statement<[], number> | undefined;
  return async () => {
    version ??= reader.prepare<[], number>('SELECT "version" FROM "contentVersion"').pluck();
    return version.get() as number;
  };
}

class ReadingDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor({ database }: { database: SqliteDatabase }) {
    super({ database });
    this.#database = database;
  }

  override createDriver() {
    return new ReadingDriver({ database: this.#database });
  }
}

class ReadingDriver extends SqliteDriver {
  override async acquireConnection() {
    await letOthersIn();
    return super.acquireConnection();
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: SQLite.Database;
  readonly #current: Current;

  constructor({ database }: { database: SQLite.Database }, current: Current) {
    super({ database: withStatementCache(database) });
    this.#database = database;
    this.#current = current;
  }

  override createDriver() {
    return new ImmediateDriver(this.#database, this.#current);
  }

  override createAdapter() {
    return new TransactionalAdapter();
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #database: SQLite.Database;
  readonly #current: Current;
  #lastTurn: Promise<void> = Promise.resolve();
  #endTurn = () => {};

  constructor(database: SQLite.Database, current: Current) {
    super({ database: withStatementCache(database) });
    this.#database = database;
    this.#current = current;
  }

  /**
   * There is one connection, and what asks for it has it in turn. Kysely's own queue would wait before it refuses. A transaction
   * asks once, so that between its queries nobody is let in.
   */
  override async acquireConnection() {
    refuseInside(this.#current);
    await letOthersIn();
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    await before;
    this.#endTurn = resolve;
    return super.acquireConnection();
  }

  override async releaseConnection() {
    await super.releaseConnection();
    this.#endTurn();
  }

  /** A deferred transaction that reads first fails without a wait when another process writes before it does. */
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** SQLite itself rolls back on a full disk; a second ROLLBACK would hide that error behind its own. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#database.inTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }

  override get supportsTransactionalDdl() {
    return true;
  }
}
