/**
 * One SQLite file with two connections: reads outside of transactions go through one of their own, so that they never
 * wait for a transaction that takes long (an import); writes and transactions come one after the other on the other.
 *
 * A read sees what was committed before it began (WAL). Within a transaction every query uses the transaction's.
 */
import type SQLite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from "kysely";

export class SplitDialect extends SqliteDialect {
  constructor(
    private readonly writer: SQLite.Database,
    private readonly reader: SQLite.Database,
  ) {
    super({ database: writer });
  }

  override createDriver(): Driver {
    return new SplitDriver(this.writer, this.reader);
  }

  override createAdapter(): DialectAdapter {
    return new Adapter();
  }
}

/** SQLite takes schema changes back with their transaction, so a migration that fails leaves nothing. Kysely does not count on it. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class SplitDriver implements Driver {
  private readonly turns = new Turns();

  constructor(
    private readonly writer: SQLite.Database,
    private readonly reader: SQLite.Database,
  ) {}

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SplitConnection> {
    return new SplitConnection(this.writer, this.reader, this.turns);
  }

  async beginTransaction(connection: SplitConnection): Promise<void> {
    await connection.hold();
    // At once with the right to write: one that begins as a reader is refused, without a wait, when another process
    // has written by the time it writes itself.
    await connection.runInTurn(CompiledQuery.raw("begin immediate"));
  }

  async commitTransaction(connection: SplitConnection): Promise<void> {
    connection.run(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: SplitConnection): Promise<void> {
    // A full disk, for one, has taken it back already.
    if (this.writer.inTransaction) connection.run(CompiledQuery.raw("rollback"));
  }

  async releaseConnection(connection: SplitConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    this.reader.close();
    this.writer.close();
  }
}

class SplitConnection implements DatabaseConnection {
  private holds = false;

  constructor(
    private readonly writer: SQLite.Database,
    private readonly reader: SQLite.Database,
    private readonly turns: Turns,
  ) {}

  /** From here on every query is the writer's, until `release`. */
  async hold(): Promise<void> {
    await this.turns.take();
    this.holds = true;
  }

  release(): void {
    if (this.holds) this.turns.give();
    this.holds = false;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.holds) return this.run(query);
    if (isRead(query.sql)) {
      const statement = this.reader.prepare(query.sql);
      if (statement.readonly) return { rows: statement.all(query.parameters) as R[] };
    }
    await this.turns.take();
    try {
      return await this.runInTurn(query);
    } finally {
      this.turns.give();
    }
  }

  /**
   * Runs a query that begins to write, when no other process does. SQLite's own way of waiting would stop this whole process
   * meanwhile; the time is the same, that of `busy_timeout`.
   */
  async runInTurn<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const patience = this.writer.pragma("busy_timeout", { simple: true }) as number;
    const until = Date.now() + patience;
    for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      this.writer.pragma("busy_timeout = 0");
      try {
        return this.run(query);
      } catch (error) {
        if ((error as { code?: unknown }).code !== "SQLITE_BUSY" || Date.now() >= until) throw error;
      } finally {
        this.writer.pragma(`busy_timeout = ${patience}`);
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.writer.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  // biome-ignore lint/correctness/useYield: nothing here streams; Kysely asks for the method.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("Streaming is not used: read in batches.");
  }
}

/** Between two tries to write while another process does. */
const LONGEST_PAUSE_MS = 25;

/** BEGIN and PRAGMA count as readonly for SQLite, too. */
function isRead(sql: string): boolean {
  return /^\s*(select|with)\b/i.test(sql);
}

/** One after the other, in the order of asking. */
class Turns {
  private last: Promise<void> = Promise.resolve();
  private next: (() => void)[] = [];

  async take(): Promise<void> {
    const before = this.last;
    this.last = new Promise((resolve) => this.next.push(resolve));
    await before;
  }

  give(): void {
    this.next.shift()?.();
  }
}
