/** What a database engine gives: SQLite unless DATABASE_URL names PostgreSQL. */
import type { Kysely, Transaction } from "kysely";
import type { Pool } from "pg";
import type { Database } from "./schema";
import type { Search } from "./search/search";

/** Either the database itself or a transaction of it: what a query needs. */
export type Queryable = Kysely<Database> | Transaction<Database>;

export interface Engine {
  kind: "sqlite" | "postgres";
  db: Kysely<Database>;
  readDb: Kysely<Database>;
  /** As `db`, for work that may take half a minute: on SQLite the same. */
  patientDb: Kysely<Database>;
  search: Search;
  /** Of PostgreSQL: for a library that writes SQL of its own. */
  pool?: Pool;
  /** A number that grows with every change of public content that is committed. */
  contentVersion(): Promise<number>;
  /** The engine's clock, in milliseconds since 1970: the same for every process of a site. */
  now(): Promise<number>;
  /** The switch at the end of an import: its hidden experts enter the public lists together. Twice is fine. */
  listHiddenExperts(tx: Queryable, importId: string): Promise<void>;
  /** Writes one row. Throws what the engine says when that cannot be done. */
  tryWriting(): Promise<void>;
  /** Reads a row of each table, whatever tables there are. Throws what the engine says of one that cannot be read. */
  tryReading(): Promise<void>;
  /** The bytes of the database, and of its write-ahead log where it has one of its own. */
  size(): Promise<{ database: number; log: number | null }>;
  /**
   * Overwrites in the database's files what was deleted, as far as the engine can, in steps between which others write.
   * False where somebody was in the way: to be tried again.
   */
  overwriteDeleted(stopping: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}
