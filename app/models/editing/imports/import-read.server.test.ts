import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { previewTable, readTable } from "./import-read.server";

const folder = mkdtempSync(join(tmpdir(), "longevity-read-"));

function file(content: string | Uint8Array): string {
  const path = join(folder, "file");
  writeFileSync(path, content);
  return path;
}

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
