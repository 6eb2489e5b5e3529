import type { Queryable } from "~/db.server";
import type { List } from "~/models/base/input/row-batches.server";

/** A kind of record that moves between sites. The manifest lists all. */
export interface Kind {
  /** The records of an export: a few at once, many as a list. */
  records: ((from: Queryable) => Promise<unknown>) | List;
  /** Begins to write the records of an export into an empty site, in the order of the file. */
  restore(tx: Queryable, site: RestoredSite): Writer;
}

export interface Writer {
  /** Throws "invalid" for a record that cannot be used. */
  add(value: unknown): Promise<void>;
  /** Writes records that wait for the last one. */
  end?(): Promise<void>;
}

export interface RestoredSite {
  /** The names of people who asked not to be listed, and are left out. */
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

/** The row of the expert with an address; null for none. */
export async function expertAt(tx: Queryable, slug: string | null): Promise<number | null> {
  if (!slug) return null;
  const row = await tx.selectFrom("slugs").select("expertRowId").where("slug", "=", slug).executeTakeFirst();
  return row?.expertRowId ?? null;
}
