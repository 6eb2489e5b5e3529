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
