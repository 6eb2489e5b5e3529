import pLimit from "p-limit";
import { engine } from "~/db.server";
import { yieldToOthers } from "~/services/event-loop.server";

/**
 * Limits the batches of all lists together. SQLite reads in this process, so other work gets a turn after each batch;
 * PostgreSQL reads while this process continues.
 */
const batchQueue = pLimit(engine.kind === "sqlite" ? 1 : 4);

/**
 * Yields the rows of the keys in their order. Reads them in batches, because a long list at once would keep others
 * waiting.
 */
export async function* inBatches<Key, Row>(
  keys: Key[],
  size: number,
  read: (keys: Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let start = 0; start < keys.length; start += size) {
    yield await batchQueue(async () => {
      const rows = await read(keys.slice(start, start + size));
      await yieldToOthers();
      return rows;
    });
  }
}
