/** Reads long lists in batches, so that others can write meanwhile. */
import type { Database, Queryable } from "~/db.server";
import { yieldToOthers } from "~/services/event-loop.server";

/**
 * Limits a batch to these rows and, after its first row, these bytes of text, so that others wait briefly and memory
 * stays small.
 */
const BATCH_LIMITS = { rows: 16, bytes: 256 * 1024 };

/** A row number, or an id if the table has no row number. */
type Key = number | string;
/** The keys above `after`, up to and including `last`. */
export interface Range {
  after: Key;
  last: Key;
}

export interface BatchedList<R extends object = object> {
  table: keyof Database;
  key: "id" | "rowId";
  /** Columns whose bytes count towards the limit. */
  texts: string[];
  read(from: Queryable, range: Range): Promise<R[]>;
}

/** Yields the records of a list in batches that are not empty; other work runs between them. */
export async function* batchesOf<R extends object>(from: Queryable, list: BatchedList<R>): AsyncGenerator<R[], void> {
  let after: Key = list.key === "id" ? "" : 0;
  for (;;) {
    await yieldToOthers();
    const lastKey = await endOfBatch(from, list, after);
    if (lastKey === null) return;
    const records = await list.read(from, { after, last: lastKey });
    if (records.length) yield records;
    after = lastKey;
  }
}

/** Returns the last key of the next batch; null at the end of the list. */
async function endOfBatch(from: Queryable, { table, key, texts }: BatchedList, after: Key): Promise<Key | null> {
  // Borrows the column types of experts, because the query is the same for every table.
  const column = key as "rowId";
  const rows = await from
    .selectFrom(table as "experts")
    .select(`${column} as key`)
    .select((e) => texts.map((text) => e.fn<number>("octet_length", [text as "biography"]).as(text)))
    .where(column, ">", after as number)
    .orderBy(column)
    .limit(BATCH_LIMITS.rows)
    .execute();
  let bytes = 0;
  const end = rows.findIndex(({ key: _, ...sizes }) => {
    bytes += Object.values(sizes as Record<string, number>).reduce((sum, size) => sum + size, 0);
    return bytes > BATCH_LIMITS.bytes;
  });
  // A row that is too large is a batch of its own.
  const lastRow = end < 0 ? rows.at(-1) : rows[Math.max(0, end - 1)];
  return lastRow?.key ?? null;
}
