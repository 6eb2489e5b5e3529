import pLimit from "p-limit";
import { engine } from "~/db.server";
import { othersTurn } from "~/turns.server";

/**
 * However many lists are read at once: SQLite reads in this process, so of all lists together one batch is read, and then whoever
 * waits for something else has a turn. PostgreSQL reads while this process goes on.
 */
const turns = pLimit(engine.kind === "sqlite" ? 1 : 4);

/**
 * Yields the rows of the keys in their order, so many at a time, because a long list in one piece keeps all others
 * waiting.
 */
export async function* inBatches<Key, Row>(
  keys: Key[],
  size: number,
  read: (keys: Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let at = 0; at < keys.length; at += size) {
    yield await turns(async () => {
      const rows = await read(keys.slice(at, at + size));
      await othersTurn();
      return rows;
    });
  }
}
