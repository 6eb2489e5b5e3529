import { setImmediate } from "node:timers/promises";

/** What `read` gives for the keys, in their order and so many at a time, because a long list in one piece keeps all others waiting. */
export async function* inBatches<Key, Row>(
  keys: Key[],
  size: number,
  read: (keys: Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let at = 0; at < keys.length; at += size) {
    yield await read(keys.slice(at, at + size));
    await setImmediate();
  }
}
