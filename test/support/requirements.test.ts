import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Returns the source of all tests, because a title may stand on several lines. */
function testSources(): string {
  const files = ["app", "db", "scripts", "test"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => /\.(test|spec)\.tsx?$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
  );
  return files.join("\n");
}

test("a test names each requirement of docs/requirements.md", () => {
  const codes = Array.from(
    readFileSync("docs/requirements.md", "utf8").matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm),
    ([, code]) => code,
  );
  const codesInTests = new Set(testSources().match(/\b[A-Z]{1,2}\d+\b/g));
  expect(codes.length).toBeGreaterThan(100);
  expect(codes.filter((code) => !codesInTests.has(code as string))).toEqual([]);
});
