/** Writes the rows of a user for "Download my data", a few at a time. */
import { yieldToOthers } from "~/services/event-loop.server";

export const BATCH_SIZE = 20;
/** The batch of lists whose records can be large, because a reader can be slow. */
export const ONE_ROW = 1;
/** The batch of short lists: a user has few sessions, second factors and keys. */
export const ALL_ROWS = Number.POSITIVE_INFINITY;

/** Returns the rows after `lastRow`, at most as many as a batch has. */
export type OwnPage<Row extends object = object> = (lastRow: Row | undefined) => Promise<Row[]>;

/** Yields a list as JSON in pieces. */
export async function* ownRows<Row extends object>(page: OwnPage<Row>, batch = BATCH_SIZE): AsyncGenerator<string> {
  yield "[";
  for (let lastRow: Row | undefined; ; ) {
    const rows = await page(lastRow);
    for (const row of rows) {
      yield `${lastRow ? "," : ""}\n${JSON.stringify(row, null, 2)}`;
      lastRow = row;
    }
    if (rows.length < batch) break;
    await yieldToOthers();
  }
  yield "]";
}
