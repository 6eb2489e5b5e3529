import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readStoredRows, storeRows } from "./stored-rows.server";

const folder = mkdtempSync(join(tmpdir(), "longevity-rows-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ROWS = [
  { row: 1, cells: ["name", "title"] },
  { row: 3, cells: ["Zoë [1]", 'of "mice"]\u2028and\u2029flies\n'] },
];

test("EM13 stored rows come back as they were, and a file that was cut off anywhere gives only its complete rows", async () => {
  const [source, path] = [join(folder, "source"), join(folder, "rows")];
  writeFileSync(source, "");
  async function* yieldRows() {
    yield* ROWS;
  }
  expect(await storeRows(yieldRows(), { from: source, to: path })).toBe(true);
  const bytes = readFileSync(path);
  const [endOfFirst, endOfLast] = [bytes.indexOf("\n"), bytes.length - 1];
  for (let length = 0; length <= bytes.length; length++) {
    writeFileSync(path, bytes.subarray(0, length));
    const completeCount = Number(length >= endOfFirst) + Number(length >= endOfLast);
    const storedRows: unknown[] = [];
    for await (const row of readStoredRows(path)) storedRows.push(row);
    expect([length, storedRows]).toEqual([length, ROWS.slice(0, completeCount)]);
  }
});
