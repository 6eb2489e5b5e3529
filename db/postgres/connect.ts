/** Connects to PostgreSQL 13 or later through the driver `pg`. */
import {
  CompiledQuery,
  type DatabaseConnection,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  replaceWithNoncontingentExpression,
  type TransactionSettings,
} from "kysely";
import type { ClientConfig, Client as PgClient, Pool, PoolConfig } from "pg";
import type { Engine } from "../engine";
import type { Database } from "../schema";
import { type CurrentTransaction, refuseInsideTransaction, WritingKysely } from "../transactions";
import { postgresSearch } from "./full-text";
import { listHiddenExperts } from "./import-listing";
import { latestCall } from "./latest-call";
import { OutageDetector } from "./outage-detector";
import { overwriteDeleted } from "./overwrite";

const WRITERS = 5;
const READERS = 10;
const LIMITERS = 3;
const LONG_WORKERS = 2;

const VERSION_TIMEOUT_MS = 2_000;

/** The time-outs of requests in milliseconds. All are below ten seconds, so that requests to a hanging server end in time. */
export const TIMEOUTS = {
  statement_timeout: 7_000,
  lock_timeout: 6_000,
  // Shorter than lock_timeout, so that writes of others succeed after a paused process loses its lock.
  idle_in_transaction_session_timeout: 5_000,
  query_timeout: 8_000,
  connectionTimeoutMillis: 5_000,
};

/** The time-outs of migrations and imports, whose statements write much. */
const LONG_WORK_TIMEOUTS: typeof TIMEOUTS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 8_000,
  query_timeout: 35_000,
  connectionTimeoutMillis: 10_000,
};

/** The time-outs of copies of the whole database. */
export const LONG_TIMEOUTS: typeof TIMEOUTS = {
  statement_timeout: 0,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 0,
  query_timeout: 0,
  connectionTimeoutMillis: 60_000,
};

/** Opens the database at a `postgres://` address. Connects at the first query, which throws if the server is away. */
export async function connectPostgres(url: string, timeOuts = TIMEOUTS): Promise<Engine> {
  // Imports the driver dynamically, because a site on SQLite does not need it.
  const { default: pg } = await import("pg");
  const outageDetector = new OutageDetector(() =>
    probeServer(new pg.Client({ ...configuration(url, pg.types), ...PROBE_LIMITS })),
  );
  const Client = resilientClient(pg.Client, outageDetector);
  const openPool = (max: number, limits = timeOuts) => {
    const pool = new pg.Pool({ ...configuration(url, pg.types), max, ...limits, Client });
    // Ignores the error, because the pool replaces a connection that breaks while it is idle.
    pool.on("error", () => {});
    return pool;
  };
  const [writers, readers] = [openPool(WRITERS), openPool(READERS)];
  // Gives rate limits their own pool: a transaction that counts one must not wait for connections that wait for its lock.
  const limiters = openPool(LIMITERS);
  // Gives the content version its own connection, because every request reads it first, and must not wait for slow queries.
  const versionPool = openPool(1, { ...TIMEOUTS, query_timeout: VERSION_TIMEOUT_MS });
  const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];
  const db = new WritingKysely((current) => new LockingDialect(writers, current), plugins);
  const longWorkers = openPool(LONG_WORKERS, timeOuts === TIMEOUTS ? LONG_WORK_TIMEOUTS : timeOuts);
  const patientDb = new WritingKysely((current) => new LockingDialect(longWorkers, current), plugins);
  const readDb = new Kysely<Database>({ dialect: new PostgresDialect({ pool: readers }), plugins });
  return {
    kind: "postgres",
    db,
    readDb,
    patientDb,
    search: postgresSearch,
    pool: limiters,
    contentVersion: latestCall(() => versionIn(versionPool)),
    now: () => clockOf(readers),
    listHiddenExperts,
    tryWriting: () => tryWriting(writers),
    tryReading: () => tryReading(readers),
    size: async () => ({ database: await sizeIn(readers), log: null }),
    overwriteDeleted: async () => {
      const client = new Client({ ...configuration(url, pg.types), ...LONG_TIMEOUTS });
      await client.connect();
      return overwriteDeleted(client).finally(() => client.end());
    },
    close: async () => {
      outageDetector.end();
      await Promise.all([db.destroy(), readDb.destroy(), patientDb.destroy()]);
      // Ends all pools, because Kysely ends only a pool that it has used.
      for (const pool of [writers, readers, versionPool, limiters, longWorkers]) if (!pool.ended) await pool.end();
    },
  };
}

type Types = typeof import("pg").types;

function configuration(url: string, types: Types): PoolConfig {
  return {
    connectionString: url,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: "expert-directory",
    // Disables JIT, because compiling costs more than running a page's small queries.
    options: "-c jit=off",
    types: { getTypeParser: ((oid: number, format: "text") => parserOf(types, oid, format)) as Types["getTypeParser"] },
  };
}

const PROBE_LIMITS = { connectionTimeoutMillis: 1_000, query_timeout: 1_000 };

async function probeServer(client: PgClient): Promise<void> {
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT 1");
  } finally {
    void client.end().catch(() => {});
  }
}

type Callback = (error: unknown, ...rest: unknown[]) => void;

/**
 * Returns a client class whose connection errors fail only the query. It closes after a missing answer, and fails at once
 * while the server is known to hang. It removes U+0000 from texts, which PostgreSQL refuses.
 */
function resilientClient(Client: typeof PgClient, outageDetector: OutageDetector): typeof PgClient {
  return class extends Client {
    constructor(settings?: ClientConfig) {
      super(settings);
      this.on("error", () => {});
    }

    override connect(...args: unknown[]): never {
      return this.#watch(args, (watchedArgs) => super.connect(...(watchedArgs as []))) as never;
    }

    override query(...args: unknown[]): never {
      return this.#watch(args, ([query, values, ...rest]) => {
        const cleanValues = Array.isArray(values) ? values.map(removeNull) : values;
        return super.query(query as string, cleanValues as unknown[], ...(rest as []));
      }) as never;
    }

    /** Supports callbacks, which the pool passes, and promises, which Kysely expects. */
    #watch(args: unknown[], run: (args: unknown[]) => unknown): unknown {
      const callback = args.at(-1);
      const hasCallback = typeof callback === "function";
      try {
        outageDetector.check();
      } catch (error) {
        return hasCallback ? void setImmediate(callback as Callback, error) : Promise.reject(error);
      }
      if (hasCallback) {
        const watchedCallback: Callback = (error, ...results) => {
          this.#noteError(error);
          (callback as Callback)(error, ...results);
        };
        return run([...args.slice(0, -1), watchedCallback]);
      }
      const answer = run(args);
      if (answer instanceof Promise) answer.catch((error) => this.#noteError(error));
      return answer;
    }

    #noteError(error: unknown): void {
      const { message = "" } = Object(error) as { message?: string };
      if (!NO_ANSWER.test(message)) return;
      outageDetector.suspect();
      void this.end().catch(() => {});
    }
  };
}

/** Matches time-outs, for which the driver sets no code. */
const NO_ANSWER = /^(Query read timeout|timeout expired|Connection terminated due to connection timeout)/;

function removeNull(value: unknown): unknown {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "") : value;
}

/** Parses counts and sums as numbers, as SQLite does. */
function parserOf(types: Types, oid: number, format: "text") {
  const isNumber = oid === types.builtins.INT8 || oid === types.builtins.NUMERIC;
  return isNumber ? Number : types.getTypeParser(oid, format);
}

async function versionIn(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ version: number }>({
    name: "content-version",
    text: 'SELECT "version" FROM "contentVersion"',
  });
  return rows[0]?.version ?? 0;
}

async function clockOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return rows[0]?.now.getTime() ?? Number.NaN;
}

async function sizeIn(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>("SELECT pg_database_size(current_database()) AS bytes");
  return rows[0]?.bytes ?? 0;
}

/** Writes one row. Ignores a locked table, as in a restore, because the database works then. */
async function tryWriting(pool: Pool): Promise<void> {
  const row = `('health', '${Date.now()}')`;
  await pool
    .query(
      `SET LOCAL lock_timeout = '500ms';
       INSERT INTO "cursors" ("name", "value") VALUES ${row} ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
    )
    .catch((error) => {
      if (error.code !== LOCK_NOT_AVAILABLE) throw error;
    });
}

/** PostgreSQL's code for a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = "55P03";

/** Reads all tables in one statement, however many there are. */
async function tryReading(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ statement: string | null }>(
    `SELECT string_agg(format('(SELECT %L FROM %I.%I AS t WHERE t IS NOT NULL LIMIT 1)', tablename, schemaname, tablename), ' UNION ALL ') AS statement
     FROM pg_tables WHERE schemaname = current_schema()`,
  );
  if (rows[0]?.statement) await pool.query(rows[0].statement);
}

class LockingDialect extends PostgresDialect {
  readonly #pool: PostgresPool;
  readonly #current: CurrentTransaction;

  constructor(pool: Pool, current: CurrentTransaction) {
    super({ pool });
    this.#pool = pool;
    this.#current = current;
  }

  override createDriver() {
    return new LockingDriver(this.#pool, this.#current);
  }
}

/** The number of the advisory lock for writes, the same in every process of a site. */
const WRITE_LOCK = 5_100_000_001;

type PostgresConnection = Parameters<PostgresDriver["rollbackTransaction"]>[0];

class LockingDriver extends PostgresDriver {
  readonly #current: CurrentTransaction;

  constructor(pool: PostgresPool, current: CurrentTransaction) {
    super({ pool });
    this.#current = current;
  }

  override async acquireConnection() {
    refuseInsideTransaction(this.#current);
    return super.acquireConnection();
  }

  /** Marks errors at the commit, because the transaction may have been committed. */
  override async commitTransaction(connection: PostgresConnection) {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      throw Object.assign(error as Error, { isAtCommit: true });
    }
  }

  /** Ignores a lost connection, which rolls back anyway and would hide the original error. */
  override async rollbackTransaction(connection: PostgresConnection) {
    await super.rollbackTransaction(connection).catch(() => {});
  }

  /** Lets one transaction write at a time, as on SQLite, so that its reads stay true until its end. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    await super.beginTransaction(connection, settings);
    try {
      await connection.executeQuery(CompiledQuery.raw("SELECT pg_advisory_xact_lock($1)", [WRITE_LOCK]));
    } catch (error) {
      // Rolls back here, because Kysely does not after a failed begin.
      await this.rollbackTransaction(connection as PostgresConnection);
      throw error;
    }
  }
}
