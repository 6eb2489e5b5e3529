import type { Queryable } from "~/db.server";
import type { BatchedList } from "~/models/base/input/row-batches.server";

/** A kind of record that moves between sites. The manifest lists all kinds. */
export interface Kind {
  /** The records of an export: few as a value, many as a list. */
  records: ((from: Queryable) => Promise<unknown>) | BatchedList;
  /** Begins to write the records of an export into an empty site, in the order of the file. */
  restore(tx: Queryable, site: RestoredSite): Writer;
}

export interface Writer {
  /** Writes a record, or keeps it for later. Throws "invalid" for a record that cannot be used. */
  add(value: unknown): Promise<void>;
  /** Writes the records that were kept. */
  end?(): Promise<void>;
}

export interface RestoredSite {
  /** The names of people who asked not to be listed, and were left out. */
  leftOut: string[];
}

/** Makes a kind whose records are written independently of each other. */
export function oneByOne(
  write: (tx: Queryable, value: unknown, site: RestoredSite) => Promise<unknown>,
): Kind["restore"] {
  return (tx, site) => ({
    async add(value) {
      await write(tx, value, site);
    },
  });
}

/** Returns the row number of the expert at a slug; null if there is none. */
export async function expertAt(tx: Queryable, slug: string | null): Promise<number | null> {
  if (!slug) return null;
  const row = await tx.selectFrom("slugs").select("expertRowId").where("slug", "=", slug).executeTakeFirst();
  return row?.expertRowId ?? null;
}
