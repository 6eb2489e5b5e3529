/** The interface of a database engine: SQLite, unless DATABASE_URL names PostgreSQL. */
import type { Kysely, Transaction } from "kysely";
import type { Pool } from "pg";
import type { Database } from "./schema";
import type { Search } from "./search/search";

/** The database itself or a transaction of it, on which queries run. */
export type Queryable = Kysely<Database> | Transaction<Database>;

export interface Engine {
  kind: "sqlite" | "postgres";
  db: Kysely<Database>;
  readDb: Kysely<Database>;
  /** The same as `db`, for work that may take half a minute; on SQLite they are equal. */
  patientDb: Kysely<Database>;
  search: Search;
  /** The pool of PostgreSQL, for a library that writes its own SQL. */
  pool?: Pool;
  /** Returns a number that grows with every committed change of public content. */
  contentVersion(): Promise<number>;
  /** Returns the engine's clock in milliseconds since 1970, the same for every process of a site. */
  now(): Promise<number>;
  /** Puts the hidden experts of an import into the public lists together. Calling it twice changes nothing more. */
  listHiddenExperts(tx: Queryable, importId: string): Promise<void>;
  /** Writes one row. Throws the engine's error if that fails. */
  tryWriting(): Promise<void>;
  /** Reads a row of each table. Throws the engine's error if a table cannot be read. */
  tryReading(): Promise<void>;
  /** Returns the bytes of the database, and of its write-ahead log if it has one. */
  size(): Promise<{ database: number; log: number | null }>;
  /**
   * Overwrites deleted data in the database's files as far as the engine can, in steps between which others write. Returns
   * false if another connection prevented it; call it again later.
   */
  overwriteDeleted(stopping: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}
