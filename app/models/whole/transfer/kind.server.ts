import type { Database, Queryable } from "~/db.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { type Staged, type Step, setState, type Verdict } from "~/models/editing/imports/import-rows.server";
import type { NamedTopic } from "~/models/records/experts/topics.server";
import type { List } from "./batches.server";
import type { Change } from "./changes.server";

/** What an import does with the rows that it has staged. */
export interface Written {
  /** Which of the next rows are written in one transaction; all when it is not said. */
  together?(rows: Staged[]): Staged[];
  /** Gives how many rows are done: a half for one that is not public yet. Throws "conflict" for what changed meanwhile. */
  write(tx: Queryable, rows: Staged[], options: WriteOptions): Promise<number>;
  /** What the review shows of a row with changes. */
  changes?(row: Staged): Promise<Change[]>;
}

/** A kind of record that moves between sites. The manifest lists all. */
export interface Kind extends Written {
  /** The tables whose rows a record holds. */
  tables: readonly (keyof Database)[];
  /** The records of an export: a few at once, many as a list. */
  records: ((from: Queryable) => Promise<unknown>) | List;
  /**
   * Finds the records of one file here and compares them; remembers what the file has. What it gives throws "invalid"
   * for an unusable record. `notes` are said beside what else there is to say.
   */
  comparer(file: ComparedFile): (input: unknown, notes?: string[]) => Promise<Verdict>;
}

export interface ComparedFile {
  from: Queryable;
  /** The ids of the file's images so far. */
  images: Set<string>;
  /** The file's topics so far. */
  topics: NamedTopic[];
}

export interface WriteOptions {
  /** null for a command-line program. */
  admin: Admin | null;
  /** An operator's file keeps roles. */
  isTrusted: boolean;
  /** Of addresses that new people have; see `publishMany`. */
  counts: Map<string, number>;
}

/** For records that are written independently of each other. */
export function oneByOne<S extends Step>(
  write: (tx: Queryable, step: S, options: WriteOptions) => Promise<unknown>,
): Written["write"] {
  return async (tx, rows, options) => {
    for (const row of rows) {
      await write(tx, row.step as S, options);
      await setState(tx, row, { state: "written" });
    }
    return rows.length;
  };
}

export function same(name: string): Verdict {
  return { outcome: "same", name, detail: "", step: null };
}

/** The row of the expert with an address; null for none. */
export async function expertAt(tx: Queryable, slug: string | null): Promise<number | null> {
  if (!slug) return null;
  const row = await tx.selectFrom("slugs").select("expertRowId").where("slug", "=", slug).executeTakeFirst();
  return row?.expertRowId ?? null;
}
