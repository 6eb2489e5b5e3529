/** Writes the rows of a user for "Download my data", a few at a time. */
import { yieldToOthers } from "~/services/event-loop.server";

export const BATCH = 20;
/** Reads one row at a time, because a record can be large and its reader slow. */
export const ONE = 1;
/** Reads all rows at once: there are few sessions, second factors and keys. */
export const ALL = Number.POSITIVE_INFINITY;

/** Returns the rows after `last`, at most as many as a batch has. */
export type OwnPage<Row extends object = object> = (last: Row | undefined) => Promise<Row[]>;

/** Yields a list as JSON in pieces. */
export async function* ownRows<Row extends object>(page: OwnPage<Row>, batch = BATCH): AsyncGenerator<string> {
  yield "[";
  for (let last: Row | undefined; ; ) {
    const rows = await page(last);
    for (const row of rows) {
      yield `${last ? "," : ""}\n${JSON.stringify(row, null, 2)}`;
      last = row;
    }
    if (rows.length < batch) break;
    await yieldToOthers();
  }
  yield "]";
}
