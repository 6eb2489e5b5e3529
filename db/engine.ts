/** Defines what the site needs of a database engine: SQLite, or PostgreSQL if DATABASE_URL is set. */
import type { Kysely, Transaction } from "kysely";
import type { Pool } from "pg";
import type { Database } from "./schema";
import type { Search } from "./search/search";

/** The database, or a transaction in it. */
export type Queryable = Kysely<Database> | Transaction<Database>;

export interface Engine {
  kind: "sqlite" | "postgres";
  db: Kysely<Database>;
  readDb: Kysely<Database>;
  /** Works as `db`, with longer time-outs, for work of up to half a minute. On SQLite it is `db`. */
  patientDb: Kysely<Database>;
  search: Search;
  /** The connections of PostgreSQL for the rate limits' library, which writes its own SQL. */
  pool?: Pool;
  /** Returns a number that grows with every committed change of public content. */
  contentVersion(): Promise<number>;
  /** Returns the engine's clock in milliseconds since 1970, the same for every process of a site. */
  now(): Promise<number>;
  /**
   * Lists all hidden experts of an import publicly at once. A second call changes nothing. Lists that follow from positions
   * are left to `publishListings`.
   */
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
  overwriteDeleted(stopSignal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}
