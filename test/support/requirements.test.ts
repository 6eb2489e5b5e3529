import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Every title of a test, and the line of each: titles of several lines are found by their codes, too. */
function textsOfTests(): string {
  const files = ["app", "db", "scripts", "test"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => /\.(test|spec)\.tsx?$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
  );
  return files.join("\n");
}

test("every requirement of docs/requirements.md stands in the title of a test", () => {
  const codes = Array.from(
    readFileSync("docs/requirements.md", "utf8").matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm),
    ([, code]) => code,
  );
  const titles = new Set(textsOfTests().match(/\b[A-Z]{1,2}\d+\b/g));
  expect(codes.length).toBeGreaterThan(100);
  expect(codes.filter((code) => !titles.has(code as string))).toEqual([]);
});
