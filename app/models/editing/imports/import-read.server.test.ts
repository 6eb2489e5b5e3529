import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { previewTable, readExport, readTable } from "./import-read.server";

const folder = mkdtempSync(join(tmpdir(), "longevity-read-"));

function file(content: string | Uint8Array): string {
  const path = join(folder, "file");
  writeFileSync(path, content);
  return path;
}

async function read(content: string): Promise<number> {
  let records = 0;
  for await (const _ of readExport(file(content))) records++;
  return records;
}

test("reliability 40 lists within lists without end are refused at the first that is too deep", async () => {
  const nested = (levels: number) =>
    `{"format":1,"experts":[{"name":"Ada","x":${"[".repeat(levels)}${"]".repeat(levels)}}]}`;
  expect(await read(nested(90))).toBe(1);
  const refused = { problem: "invalid", message: expect.stringContaining("lists within lists") };
  await expect(read(nested(100))).rejects.toMatchObject(refused);
  await expect(read(`{"format":1,"experts":${'[{"a":'.repeat(2_000_000)}`)).rejects.toMatchObject(refused);
});

test("reliability 40 a table in UTF-16 is read with its mark, or refused with a sentence that helps", async () => {
  const text = "Name,Title\nZo\u00eb Example,Professor\n";
  const little = Buffer.from(`\ufeff${text}`, "utf16le");
  expect(await previewTable(file(little))).toEqual({
    columns: ["Name", "Title"],
    sample: [["Zoë Example", "Professor"]],
  });
  await expect(previewTable(file(Buffer.from(little).swap16()))).rejects.toThrow("save it as UTF-8");
});

test("reliability 40 a table in Latin-1 is read as such, wherever its first letter with a mark stands", async () => {
  for (const rows of [0, 5_000]) {
    const text = `Name,Title\n${"Ada Example,Professor\n".repeat(rows)}Zo\u00eb Example,Professor\n`;
    const names = [];
    for await (const { cells } of readTable(file(Buffer.from(text, "latin1")))) names.push(cells[0]);
    expect(names.at(-1)).toBe("Zoë Example");
    for await (const { cells } of readTable(file(Buffer.from(text)))) names.push(cells[0]);
    expect(names.at(-1)).toBe("Zoë Example");
  }
});
