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
import { type CurrentTransaction, refuseInsideTransaction, WritingKysely } from "../transactions";
import { yieldAfterLongRun } from "./yield-after-long-run";

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
    // Closes the writer last: only a connection that writes can clear the log. Kysely closes only connections that it has
    // used.
    if (readDb !== db) {
      await readDb.destroy();
      reader.close();
    }
    await db.destroy();
    sqlite.close();
  };
  return { db, readDb, sqlite, contentVersion: contentVersionIn(reader), close };
}

/** Opens a database with WAL and full sync, which survive a power failure: https://sqlite.org/pragma.html. */
function open(path: string, readonly: boolean): SQLite.Database {
  const sqlite = new SQLite(path, { readonly, fileMustExist: readonly, timeout: 10_000 });
  if (!readonly) sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  // Overwrites deleted data, such as mails with links, also in freed pages.
  sqlite.pragma("secure_delete = ON");
  sqlite.pragma("cache_size = -8192");
  sqlite.pragma("temp_store = MEMORY");
  return sqlite;
}

/** Caches prepared statements, because preparing one costs more than running it for a few rows. */
function withStatementCache(sqlite: SQLite.Database): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: 300 });
  return {
    close: () => sqlite.close(),
    prepare(sql) {
      const statement = statements.get(sql) ?? reusableStatement(sqlite, sql);
      statements.set(sql, statement);
      return statement;
    },
  };
}

/** Wraps a statement for reuse. Streams rows with a new one, because a statement that is being read cannot run again. */
function reusableStatement(sqlite: SQLite.Database, sql: string): SqliteStatement {
  const statement = sqlite.prepare<unknown[]>(sql);
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => statement.run(parameters),
    iterate: (parameters) => sqlite.prepare<unknown[]>(sql).iterate(parameters),
  };
}

/** Returns a function that reads the content version, with a statement that is prepared once. */
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
    await yieldAfterLongRun();
    return super.acquireConnection();
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: SQLite.Database;
  readonly #current: CurrentTransaction;

  constructor({ database }: { database: SQLite.Database }, current: CurrentTransaction) {
    super({ database });
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
  readonly #current: CurrentTransaction;
  #lastTurn: Promise<void> = Promise.resolve();
  #endTurn = () => {};

  constructor(database: SQLite.Database, current: CurrentTransaction) {
    super({ database: withStatementCache(database) });
    this.#database = database;
    this.#current = current;
  }

  /**
   * Gives the single connection to callers in order. Replaces Kysely's queue, which would wait before `refuseInsideTransaction`
   * could throw. A transaction holds the connection until its end.
   */
  override async acquireConnection() {
    refuseInsideTransaction(this.#current);
    await yieldAfterLongRun();
    const previousTurn = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    await previousTurn;
    this.#endTurn = resolve;
    return super.acquireConnection();
  }

  override async releaseConnection() {
    await super.releaseConnection();
    this.#endTurn();
  }

  /** Begins an immediate transaction: a deferred one that reads first would fail if another process writes in between. */
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** Rolls back unless SQLite has done so itself, as after a full disk: a second error would hide the first. */
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
