import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkRecordCount, MAX_RECORDS, readExport } from "./read-export.server";

const folder = mkdtempSync(join(tmpdir(), "longevity-read-"));

function writeTestFile(content: string | Uint8Array): string {
  const path = join(folder, "file");
  writeFileSync(path, content);
  return path;
}

async function countRecords(content: string): Promise<number> {
  let records = 0;
  for await (const _ of readExport(writeTestFile(content), ["experts"])) records++;
  return records;
}

test("reliability 40 refuses endless lists within lists at the first level that is too deep", async () => {
  const exportWithLevels = (levels: number) =>
    `{"format":1,"experts":[{"name":"Ada","x":${"[".repeat(levels)}${"]".repeat(levels)}}]}`;
  expect(await countRecords(exportWithLevels(90))).toBe(1);
  const refusal = { problem: "invalid", message: expect.stringContaining("lists within lists") };
  await expect(countRecords(exportWithLevels(100))).rejects.toMatchObject(refusal);
  await expect(countRecords(`{"format":1,"experts":${'[{"a":'.repeat(2_000_000)}`)).rejects.toMatchObject(refusal);
});

test("refuses a file with more records than can be read", () => {
  expect(checkRecordCount("last", MAX_RECORDS)).toBe("last");
  expect(() => checkRecordCount("further", MAX_RECORDS + 1)).toThrow(
    "This file has more than 250,000 records. Please split it.",
  );
});

test("passes over lists that nobody asked for, however long they are", async () => {
  const articles = Array.from({ length: 180 }, () => ({ content: "x".repeat(100_000) }));
  expect(await countRecords(JSON.stringify({ format: 1, articles, experts: [{ name: "Ada" }] }))).toBe(1);
});

test("refuses a record that is too large to be held in memory", async () => {
  const refusal = { problem: "invalid", message: expect.stringContaining("larger than 16 MB") };
  const content = "x".repeat(17 * 1024 * 1024);
  await expect(countRecords(JSON.stringify({ format: 1, experts: [{ content }] }))).rejects.toMatchObject(refusal);
  const format = Array.from({ length: 180 }, () => ["x".repeat(100_000)]);
  await expect(countRecords(JSON.stringify({ format, experts: [] }))).rejects.toMatchObject(refusal);
});
