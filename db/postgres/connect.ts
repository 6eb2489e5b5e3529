/** Connects to PostgreSQL 13 or later, by the driver `pg`. */
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
import { type Current, refuseInside, WritingKysely } from "../transactions";
import { postgresSearch } from "./full-text";
import { listHiddenExperts } from "./import-listing";
import { latestCall } from "./latest-call";
import { overwriteDeleted } from "./overwrite";
import { Silence } from "./silence";

const WRITERS = 5;
const READERS = 10;
const LIMITERS = 3;
const LONG_WORKERS = 2;

const VERSION_TIME_OUT_MS = 2_000;

/**
 * Limits in milliseconds for a query, the waits for a lock and a connection, and an idle transaction. A request to a
 * hanging server ends with the first of them: all are below ten seconds.
 */
export const TIME_OUTS = {
  statement_timeout: 7_000,
  lock_timeout: 6_000,
  // Shorter than the wait for a lock, so that a paused process with the lock does not cost others their writes.
  idle_in_transaction_session_timeout: 5_000,
  query_timeout: 8_000,
  connectionTimeoutMillis: 5_000,
};

/** For migrations and imports, which nobody waits for and whose statements write much. */
const LONG_WORK: typeof TIME_OUTS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 8_000,
  query_timeout: 35_000,
  connectionTimeoutMillis: 10_000,
};

/** For copies of the whole database. */
export const PATIENT: typeof TIME_OUTS = {
  statement_timeout: 0,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 0,
  query_timeout: 0,
  connectionTimeoutMillis: 60_000,
};

/**
 * Opens the database that a `postgres://` address names. Connections are made when they are needed, so the first query
 * finds out that a server is away.
 */
export async function connectPostgres(url: string, timeOuts = TIME_OUTS): Promise<Engine> {
  // Loads the driver here, so that a site on SQLite does not load it.
  const { default: pg } = await import("pg");
  const silence = new Silence(() => askOnce(new pg.Client({ ...configuration(url, pg.types), ...ONE_LOOK })));
  const Client = sturdyClient(pg.Client, silence);
  const open = (max: number, limits = timeOuts) => {
    const pool = new pg.Pool({ ...configuration(url, pg.types), max, ...limits, Client });
    // Ignores the error, because the pool replaces a connection that breaks while it is idle.
    pool.on("error", () => {});
    return pool;
  };
  const [writers, readers] = [open(WRITERS), open(READERS)];
  // Keeps limits apart: a transaction that counts one must not wait for a connection that waits for its end.
  const limits = open(LIMITERS);
  // Keeps the version apart: every request reads it first, and must not wait behind slow queries.
  const versions = open(1, { ...TIME_OUTS, query_timeout: VERSION_TIME_OUT_MS });
  const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];
  const db = new WritingKysely((current) => new LockingDialect(writers, current), plugins);
  const patient = open(LONG_WORKERS, timeOuts === TIME_OUTS ? LONG_WORK : timeOuts);
  const patientDb = new WritingKysely((current) => new LockingDialect(patient, current), plugins);
  const readDb = new Kysely<Database>({ dialect: new PostgresDialect({ pool: readers }), plugins });
  return {
    kind: "postgres",
    db,
    readDb,
    patientDb,
    search: postgresSearch,
    pool: limits,
    contentVersion: latestCall(() => versionIn(versions)),
    now: () => clockOf(readers),
    listHiddenExperts,
    tryWriting: () => tryWriting(writers),
    tryReading: () => tryReading(readers),
    size: async () => ({ database: await sizeIn(readers), log: null }),
    overwriteDeleted: async () => {
      const client = new Client({ ...configuration(url, pg.types), ...PATIENT });
      await client.connect();
      return overwriteDeleted(client).finally(() => client.end());
    },
    close: async () => {
      silence.end();
      await Promise.all([db.destroy(), readDb.destroy(), patientDb.destroy()]);
      // Ends all pools, because Kysely ends only a pool that it has used.
      for (const pool of [writers, readers, versions, limits, patient]) if (!pool.ended) await pool.end();
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
    // Switches JIT off: compiling a query costs more than the small queries of a page.
    options: "-c jit=off",
    types: { getTypeParser: ((oid: number, format: "text") => parserOf(types, oid, format)) as Types["getTypeParser"] },
  };
}

const ONE_LOOK = { connectionTimeoutMillis: 1_000, query_timeout: 1_000 };

async function askOnce(client: PgClient): Promise<void> {
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT 1");
  } finally {
    void client.end().catch(() => {});
  }
}

type Done = (error: unknown, ...rest: unknown[]) => void;

/**
 * A client whose loss is an error of the query alone, and which ends when an answer stays away: else it would wait for that
 * answer for as long as TCP does. While the server is known to stand still it fails at once, so that a request of many
 * steps waits for one of them. PostgreSQL refuses texts with U+0000, which shows nowhere: they are stored without it.
 */
function sturdyClient(Client: typeof PgClient, silence: Silence): typeof PgClient {
  return class extends Client {
    constructor(settings?: ClientConfig) {
      super(settings);
      this.on("error", () => {});
    }

    override connect(...args: unknown[]): never {
      return this.#watched(args, (noted) => super.connect(...(noted as []))) as never;
    }

    override query(...args: unknown[]): never {
      return this.#watched(args, ([query, values, ...rest]) => {
        const cleanValues = Array.isArray(values) ? values.map(withoutNull) : values;
        return super.query(query as string, cleanValues as unknown[], ...(rest as []));
      }) as never;
    }

    /** Handles both forms: the pool passes a callback, Kysely takes a promise. */
    #watched(args: unknown[], run: (args: unknown[]) => unknown): unknown {
      const done = args.at(-1);
      const isCalled = typeof done === "function";
      try {
        silence.check();
      } catch (error) {
        return isCalled ? void setImmediate(done as Done, error) : Promise.reject(error);
      }
      if (isCalled) {
        const noted: Done = (error, ...rest) => {
          this.#note(error);
          (done as Done)(error, ...rest);
        };
        return run([...args.slice(0, -1), noted]);
      }
      const answer = run(args);
      if (answer instanceof Promise) answer.catch((error) => this.#note(error));
      return answer;
    }

    #note(error: unknown): void {
      const { message = "" } = Object(error) as { message?: string };
      if (!NO_ANSWER.test(message)) return;
      silence.suspect();
      void this.end().catch(() => {});
    }
  };
}

/** Matches errors to which the driver gives no code. */
const NO_ANSWER = /^(Query read timeout|timeout expired|Connection terminated due to connection timeout)/;

function withoutNull(value: unknown): unknown {
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

async function tryWriting(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO "cursors" ("name", "value") VALUES ('health', $1) ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
    [JSON.stringify(Date.now())],
  );
}

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
  readonly #current: Current;

  constructor(pool: Pool, current: Current) {
    super({ pool });
    this.#pool = pool;
    this.#current = current;
  }

  override createDriver() {
    return new LockingDriver(this.#pool, this.#current);
  }
}

/** The number of the lock: any number, but the same for every process of a site. */
const WRITING = 5_100_000_001;

type PostgresConnection = Parameters<PostgresDriver["rollbackTransaction"]>[0];

class LockingDriver extends PostgresDriver {
  readonly #current: Current;

  constructor(pool: PostgresPool, current: Current) {
    super({ pool });
    this.#current = current;
  }

  override async acquireConnection() {
    refuseInside(this.#current);
    return super.acquireConnection();
  }

  /** Reports a connection that is lost at the commit: the transaction may have happened. */
  override async commitTransaction(connection: PostgresConnection) {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      throw Object.assign(error as Error, { isAtCommit: true });
    }
  }

  /** Ignores a lost connection, which has rolled back; the error before it says more. */
  override async rollbackTransaction(connection: PostgresConnection) {
    await super.rollbackTransaction(connection).catch(() => {});
  }

  /** Lets one transaction write at a time, as on SQLite, so that its reads stay true until its end. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    await super.beginTransaction(connection, settings);
    try {
      await connection.executeQuery(CompiledQuery.raw("SELECT pg_advisory_xact_lock($1)", [WRITING]));
    } catch (error) {
      // Rolls back, because Kysely returns a connection as it is if a transaction could not begin.
      await this.rollbackTransaction(connection as PostgresConnection);
      throw error;
    }
  }
}
