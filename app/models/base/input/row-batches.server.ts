/** Reading long lists while others write. */
import type { Database, Queryable } from "~/db.server";
import { yieldToOthers } from "~/services/event-loop.server";

/**
 * Limits batches to these rows and, after the first row, these bytes of text. Others wait for a batch, and small ones leave
 * memory soon.
 */
const BATCH = { rows: 16, bytes: 256 * 1024 };

/** Ids where a table has no row number. */
type Key = number | string;
/** Keys above `after`, up to `last`. */
export interface Range {
  after: Key;
  last: Key;
}

export interface List<R extends object = object> {
  table: keyof Database;
  key: "id" | "rowId";
  /** Columns whose bytes count. */
  texts: string[];
  read(from: Queryable, range: Range): Promise<R[]>;
}

/** The records of a list, read in batches of limited size between which others run; none is empty. */
export async function* batchesOf<R extends object>(from: Queryable, list: List<R>): AsyncGenerator<R[], void> {
  let after: Key = list.key === "id" ? "" : 0;
  for (;;) {
    await yieldToOthers();
    const last = await endOfBatch(from, list, after);
    if (last === null) return;
    const records = await list.read(from, { after, last });
    if (records.length) yield records;
    after = last;
  }
}

/** The last key of the next batch; null at the end. */
async function endOfBatch(from: Queryable, { table, key, texts }: List, after: Key): Promise<Key | null> {
  // Uses the types of one list, because all are read alike.
  const column = key as "rowId";
  const rows = await from
    .selectFrom(table as "experts")
    .select(`${column} as key`)
    .select((e) => texts.map((text) => e.fn<number>("octet_length", [text as "biography"]).as(text)))
    .where(column, ">", after as number)
    .orderBy(column)
    .limit(BATCH.rows)
    .execute();
  let bytes = 0;
  const end = rows.findIndex(({ key: _, ...sizes }) => {
    bytes += Object.values(sizes as Record<string, number>).reduce((sum, size) => sum + size, 0);
    return bytes > BATCH.bytes;
  });
  // A larger row is its own batch.
  const last = end < 0 ? rows.at(-1) : rows[Math.max(0, end - 1)];
  return last?.key ?? null;
}
