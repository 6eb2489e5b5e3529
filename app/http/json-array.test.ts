import { expect, test } from "vitest";
import { jsonArray, jsonWithArray } from "./api.server";

/** Yields batches as a list does whose rows are removed while it is read. */
async function* batchesOf(...batches: number[][]): AsyncGenerator<number[]> {
  yield* batches;
}

test.each([
  [[], []],
  [[[]], []],
  [
    [[1, 2], []],
    [1, 2],
  ],
  [
    [[], [1], [], [2, 3]],
    [1, 2, 3],
  ],
])("batches %j are one JSON array, although rows were removed meanwhile", async (batches, expected) => {
  expect(await (await jsonArray(batchesOf(...batches))).json()).toEqual(expected);
  const object = await jsonWithArray("rows", batchesOf(...batches), { total: 3 });
  expect(await object.json()).toEqual({ rows: expected, total: 3 });
});
