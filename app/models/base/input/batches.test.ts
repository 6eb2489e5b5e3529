import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { engine } from "~/db.server";
import { inBatches } from "./batches.server";

test.skipIf(engine.kind !== "sqlite")(
  "reliability 9 37 gives other work a turn after each batch while many long lists are read at once",
  async () => {
    let reads = 0;
    const read = async (keys: number[]) => {
      reads++;
      return keys;
    };
    const list = async () => {
      const numbers: number[] = [];
      for await (const rows of inBatches([1, 2, 3, 4, 5], 2, read)) numbers.push(...rows);
      return numbers;
    };
    let isDone = false;
    const lists = Promise.all(Array.from({ length: 20 }, list)).finally(() => {
      isDone = true;
    });
    let maxReads = 0;
    while (!isDone) {
      const earlierReads = reads;
      await setImmediate();
      maxReads = Math.max(maxReads, reads - earlierReads);
    }
    expect(maxReads).toBe(1);
    expect(await lists).toEqual(Array(20).fill([1, 2, 3, 4, 5]));
    expect(reads).toBe(60);
  },
);
