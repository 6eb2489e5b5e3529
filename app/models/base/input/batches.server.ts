import pLimit from "p-limit";
import { engine } from "~/db.server";
import { yieldToOthers } from "~/services/event-loop.server";

/**
 * Limits the batches of all lists together. SQLite reads in this process, so one batch is read, and then others have a
 * turn; PostgreSQL reads while this process continues.
 */
const turns = pLimit(engine.kind === "sqlite" ? 1 : 4);

/** Yields the rows of the keys in their order, in batches, because a long list in one piece keeps all others waiting. */
export async function* inBatches<Key, Row>(
  keys: Key[],
  size: number,
  read: (keys: Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let at = 0; at < keys.length; at += size) {
    yield await turns(async () => {
      const rows = await read(keys.slice(at, at + size));
      await yieldToOthers();
      return rows;
    });
  }
}
