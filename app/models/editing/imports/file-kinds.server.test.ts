import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { formatOf } from "./file-kinds.server";

const folder = mkdtempSync(join(tmpdir(), "longevity-kinds-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["vcard", "BEGIN:VCARD\r\nVERSION:4.0\r\n"],
  ["vcard", "\ufeff\nbegin:vcard\r\nversion:3.0\r\n"],
  ["export", '{\n  "format": "longevity-leaders/1"}'],
  ["json", '[{"name": "Ada"}]'],
  ["json", '{"people": [{"format": "a"}]}'],
  ["json", " [ ] "],
  ["jsonld", '{"@context": "https://schema.org", "name": "Ada"}'],
  ["jsonld", '[{"@type": "Person"}]'],
  ["csv", "name,title\r\nAda,Dr.\r\n"],
  ["csv", "name\r\nBEGIN:VCARD\r\n"],
  ["csv", "[Ada]\r\n"],
])("EM13 recognises %s by the beginning of the file: %j", async (format, text) => {
  const path = join(folder, "file");
  writeFileSync(path, text);
  expect((await formatOf(path)).format).toBe(format);
});
